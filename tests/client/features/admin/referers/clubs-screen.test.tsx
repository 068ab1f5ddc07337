import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { anApplication, aReferer, aSummary } from '#tests/client/features/admin/admin-fixtures.ts'
import { openClubs } from '#tests/client/features/admin/open-dashboard.tsx'

const findSummary = () => screen.findByRole('table', { name: 'Referers Summary' })

it('lists all clubs, searched, ordered and turned where there are many', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    aSummary({
      club: aReferer({ id: `club-${index}`, name: `Club ${index}`, referralCode: `CLUB${index}` }),
      commissionCount: index,
    }),
  )
  const { user } = openClubs({ referersSummary: () => many })
  const table = await findSummary()
  const names = () => within(table).getAllByRole('rowheader')
  expect(names()).toHaveLength(11)
  expect(screen.getByText('Page 1 of 6')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Order'), 'Most new customers first')
  expect(names()[0]).toHaveTextContent('Club 59')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(names()[0]).toHaveTextContent('Club 49')
  await user.type(screen.getByLabelText('Find a referer'), 'club4')
  expect(await screen.findByText('11 referers')).toBeVisible()
  expect(screen.getByText('Page 1 of 2')).toBeVisible()
  expect(names().at(-1)).toHaveTextContent('All that were found')
  await user.selectOptions(screen.getByLabelText('Show'), 'Ended')
  expect(await screen.findByText('No referers found')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Show'), 'With unpaid commission')
  expect(await screen.findByText('11 referers')).toBeVisible()
  await user.type(screen.getByLabelText('Find a referer'), 'xyz')
  expect(await screen.findByText('No referers found')).toBeVisible()
})

it('lists all applications, those that wait first', async () => {
  const decided = anApplication({ id: 'a-0', status: 'rejected', organizationName: 'Pat Plain Flyers' })
  openClubs({ refererApplications: () => [decided, anApplication()] })
  const table = within(await screen.findByRole('table', { name: 'Referer Applications' }))
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Crosswind Strip Owners',
    'Pat Plain Flyers',
  ])
})

it('keeps on a phone each column that the list is ordered or narrowed by', async () => {
  openClubs({ referersSummary: () => [aSummary({ overpaidCommission: '1.00' })] })
  const headings = within(await findSummary()).getAllByRole('columnheader')
  const hidden = headings.filter(({ classList }) => classList.contains('table-wide'))
  expect(hidden.map(({ textContent }) => textContent)).toEqual(['Paid'])
})
