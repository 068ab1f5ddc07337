import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { breakDown, refuse } from '../auth/fake-server.ts'
import { fillIn } from '../auth/open-screen.tsx'
import { anApplication } from './admin-fixtures.ts'
import { findNotices, openDashboard } from './open-dashboard.tsx'

type Admin = NonNullable<Parameters<typeof openDashboard>[0]>

async function openApplication(admin: Admin = {}) {
  const opened = openDashboard({ refererApplications: () => [anApplication()], ...admin })
  await opened.user.click(
    await screen.findByRole('button', { name: 'Read the application of Crosswind Strip Owners' }),
  )
  await screen.findByRole('dialog', { name: 'Referer Application Details' })
  return opened
}

describe('deciding an application', () => {
  it('approves it, with the defaults said before', async () => {
    let isDecided = false
    const { user, server } = await openApplication({
      refererApplications: () => [anApplication({ status: isDecided ? 'approved' : 'pending' })],
      decideApplication: ({ id }) => {
        isDecided = true
        return { id, status: 'approved', refererId: 'club-new', referralCode: 'CROSSWIN62' }
      },
    })
    expect(screen.getByText(/Buyers get 10% off, the referer 5% commission\.$/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    expect(await (await findNotices()).findByText(/with the code CROSSWIN62/)).toBeVisible()
    expect(server.inputsOf('admin.decideApplication')).toEqual([{ id: 'application-1', status: 'approved' }])
    expect(await screen.findByText('Approved')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Referer Applications' })).toBeVisible()
    expect(server.inputsOf('admin.referersSummary')).toHaveLength(2)
  })

  it('says that VAT is paid on top where the applicant is registered', async () => {
    await openApplication({
      refererApplications: () => [anApplication({ isVatRegistered: true, vatNumber: 'GB1' })],
    })
    expect(screen.getByText(/and 20% on top of each payout for VAT\.$/)).toBeVisible()
  })

  it('rejects it with notes', async () => {
    const { user, server } = await openApplication({
      decideApplication: ({ id }) => ({ id, status: 'rejected', refererId: null, referralCode: null }),
    })
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    await fillIn(user, 'Notes (optional)', 'We work with clubs in the county only.')
    await user.click(screen.getByRole('button', { name: 'Reject application' }))
    expect(await (await findNotices()).findByText('Application Rejected')).toBeVisible()
    expect(server.inputsOf('admin.decideApplication')).toEqual([
      { id: 'application-1', status: 'rejected', adminNotes: 'We work with clubs in the county only.' },
    ])
  })

  it('shows what another admin decided meanwhile', async () => {
    const { user, server } = await openApplication({
      decideApplication: () => refuse('APPLICATION_DECIDED'),
    })
    await user.click(screen.getByRole('button', { name: 'Approve' }))
    const notices = await findNotices()
    expect(await notices.findByText('Failed to update application status')).toBeVisible()
    expect(notices.getByText('This application has already been decided.')).toBeVisible()
    await waitFor(() => expect(server.inputsOf('admin.refererApplications')).toHaveLength(2))
  })

  it('says so when the server is broken, and keeps the notes', async () => {
    const { user } = await openApplication({ decideApplication: () => breakDown() })
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    await fillIn(user, 'Notes (optional)', 'No.')
    await user.click(screen.getByRole('button', { name: 'Reject application' }))
    expect(await (await findNotices()).findByText('Failed to update application status')).toBeVisible()
    expect(screen.getByLabelText('Notes (optional)')).toHaveValue('No.')
  })

  it.each(['approved', 'rejected'] as const)('is not offered for one that is %s', async (status) => {
    await openApplication({
      refererApplications: () => [anApplication({ status, adminNotes: 'Looked at twice.' })],
    })
    expect(screen.getByText('Looked at twice.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })
})
