import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anApplication } from '#tests/client/features/admin/admin-fixtures.ts'
import { openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'

const findSummary = () => screen.findByRole('table', { name: 'Referers Summary' })

describe('the applications', () => {
  it('are not there when there are none', async () => {
    openDashboard()
    await findSummary()
    expect(screen.queryByText('Referer Applications')).toBeNull()
  })

  it('count those that wait, and show them alone, with the way to all', async () => {
    const decided = anApplication({
      id: 'application-0',
      status: 'rejected',
      applicantType: 'individual',
      organizationName: null,
      fullName: 'Pat Plain',
      createdAt: '2026-11-20T10:00:00.000Z',
    })
    openDashboard({ refererApplications: () => [decided, anApplication()] })
    expect(await screen.findByRole('heading', { name: /^Referer Applications 1 ?pending$/ })).toBeVisible()
    const table = within(screen.getByRole('table', { name: 'Referer Applications' }))
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Crosswind Strip Owners',
    ])
    expect(screen.getByRole('link', { name: 'All 2 applications' })).toHaveAttribute(
      'href',
      '/admin/clubs#applications-heading',
    )
  })

  it('say that none waits where all are decided', async () => {
    openDashboard({ refererApplications: () => [anApplication({ status: 'rejected' })] })
    expect(await screen.findByText('None waits for a decision.')).toBeVisible()
    expect(screen.queryByRole('table', { name: 'Referer Applications' })).toBeNull()
  })

  it('give the focus to their heading once the one that was read is decided and gone', async () => {
    let applications = [anApplication()]
    const { user } = openDashboard({
      refererApplications: () => applications,
      decideApplication: ({ id, status }) => {
        applications = [anApplication({ status: 'approved' })]
        return { id, status, refererId: 'club-new', referralCode: 'STRIP62' }
      },
    })
    await user.click(
      await screen.findByRole('button', { name: 'Read the application of Crosswind Strip Owners' }),
    )
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    expect(await screen.findByText('None waits for a decision.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: /^Referer Applications/ })).toHaveFocus())
  })

  it('open to everything that was written', async () => {
    const { user } = openDashboard({ refererApplications: () => [anApplication()] })
    await user.click(
      await screen.findByRole('button', { name: 'Read the application of Crosswind Strip Owners' }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Referer Application Details' })
    for (const words of ['Alex Strip', 'owners@example.com', '01632 960000', '••-••-56', '••••4321'])
      expect(dialog).toHaveTextContent(words)
    expect(dialog).toHaveTextContent('1 Taxiway, Little Crosswind, ZZ9 9ZZ, United Kingdom')
  })
})
