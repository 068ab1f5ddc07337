import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { breakDown } from '#tests/support/fake-server.ts'
import { findNotice, findPart, NOTHING, openPortal, PORTAL } from './open-portal.tsx'

it('shows for each referral the sum behind it, and where an example of it is', async () => {
  openPortal()
  const referrals = await findPart('Referrals')
  const sums = referrals.getAllByText('£321.30 − £53.55 VAT − £17.55 card fee = £250.20, 5% of it')
  expect(sums).toHaveLength(5)
  expect(referrals.getByText('Earned £12.51, reversed £2.10, paid £10.41')).toBeVisible()
  expect(referrals.getByRole('link', { name: 'An example is in the commission terms' })).toHaveAttribute(
    'href',
    '/commission-terms#rate',
  )
})

const beAPhone = (query: string) => ({
  matches: query !== 'print',
  addEventListener() {},
  removeEventListener() {},
})

it('has its other parts closed on a phone, and opens the one that a link leads to', async () => {
  window.location.hash = ''
  const { user } = openPortal()
  vi.stubGlobal('matchMedia', beAPhone)
  const bank = await findPart('Where you are paid')
  const change = () => bank.getByRole('button', { name: 'Change bank details', hidden: true })
  expect(change()).not.toBeVisible()
  await user.click(bank.getByRole('button', { name: 'Where you are paid' }))
  expect(change()).toBeVisible()
  const share = await findPart('Hand out your code')
  expect(share.getByLabelText('Your link')).not.toBeVisible()
  window.location.hash = '#hand-out'
  await waitFor(() => expect(share.getByLabelText('Your link')).toBeVisible())
  window.location.hash = ''
})

it('lists the newest referrals elsewhere too, and begins with the figures', async () => {
  const many = PORTAL.referrals.flatMap((referral) =>
    [1, 2, 3, 4, 5, 6].map((time) => ({ ...referral, id: `${referral.id}-${time}` })),
  )
  openPortal({ referer: { portal: () => ({ ...PORTAL, referrals: many }) } })
  const referrals = await findPart('Referrals')
  expect(referrals.getAllByRole('row')).toHaveLength(9)
  const code = screen.getByRole('textbox', { name: 'Your code' })
  expect(screen.getAllByText('Total Commission')[0]?.compareDocumentPosition(code)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
})

it('lists the newest referrals on a phone, and all of them when asked', async () => {
  const many = PORTAL.referrals.flatMap((referral) =>
    [1, 2, 3, 4, 5, 6].map((time) => ({ ...referral, id: `${referral.id}-${time}` })),
  )
  const { user } = openPortal({ referer: { portal: () => ({ ...PORTAL, referrals: many }) } })
  vi.stubGlobal('matchMedia', beAPhone)
  const referrals = await findPart('Referrals')
  expect(referrals.getAllByRole('row')).toHaveLength(6)
  await user.click(referrals.getByRole('button', { name: 'Show all 30 referrals' }))
  expect(referrals.getAllByRole('row')).toHaveLength(31)
})

it('draws the months, has them to the penny, and counts the links apart', async () => {
  openPortal()
  const months = await findPart('By month')
  expect(months.getByText('By month: Oct −£1; Nov £41, not finished.')).toBeInTheDocument()
  expect(months.getByRole('row', { name: 'Oct 2026 −£1.00', hidden: true })).toBeInTheDocument()
  const links = await findPart('By link')
  expect(links.getByRole('row', { name: 'spring-newsletter 3 £31.10' })).toBeVisible()
  expect(links.getByRole('row', { name: 'Without a name 2 £10.18' })).toBeVisible()
})

it('has neither before the first referral', async () => {
  openPortal({ referer: { portal: () => NOTHING } })
  await screen.findByText('No referrals yet')
  expect(screen.queryByRole('heading', { name: 'By month' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Referrals, CSV' })).toBeNull()
})

it('saves both tables for a spreadsheet, and says where it cannot', async () => {
  const saved = watchDownloads()
  const { server, user } = openPortal({
    referer: { csv: () => ({ filename: 'referrals.csv', contentBase64: btoa('Date') }) },
  })
  await user.click(await screen.findByRole('button', { name: 'Referrals, CSV' }))
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['referrals.csv']))
  expect(server.inputsOf('referer.csv')).toEqual([{ of: 'referrals' }])
})

it('says where the file cannot be fetched', async () => {
  const { user } = openPortal({ referer: { csv: () => breakDown() } })
  await user.click(await screen.findByRole('button', { name: 'Payouts, CSV' }))
  expect(await (await findNotice()).findByText('The file could not be fetched')).toBeVisible()
})

it('names the parts of the page and leads to each', async () => {
  openPortal()
  const parts = within(await screen.findByRole('navigation', { name: 'On this page' }))
  await findPart('Referrals')
  for (const link of parts.getAllByRole('link')) {
    const target = document.querySelector(link.getAttribute('href') ?? '')
    expect(target?.textContent).toContain(link.textContent)
  }
  expect(parts.getAllByRole('link')).toHaveLength(7)
})
