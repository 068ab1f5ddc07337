import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findNotices, openSecurity } from '#tests/client/features/admin/open-dashboard.tsx'
import { refuse } from '#tests/support/fake-server.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1'

const HERE = {
  id: 'session-1',
  userAgent: FIREFOX,
  createdAt: '2026-11-21T09:00:00.000Z',
  lastUsedAt: '2026-11-21T09:05:00.000Z',
  expiresAt: '2027-02-21T09:00:00.000Z',
  isCurrent: true,
}
const THERE = { ...HERE, id: 'session-2', userAgent: SAFARI, isCurrent: false }
const BUTTON = 'Sign out Safari on iPhone, last used 21 November 2026 at 09:05'

describe('where the admin is signed in', () => {
  it('tells this device from others, and signs those out', async () => {
    let isOut = false
    const { user, server } = openSecurity({
      sessions: () => (isOut ? [HERE] : [HERE, THERE]),
      revokeSession: () => {
        isOut = true
        return { success: true }
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Where you are signed in' }))
    expect(table.getByRole('row', { name: /^Firefox on Windows.*This device$/ })).toBeVisible()
    await user.click(table.getByRole('button', { name: BUTTON }))
    expect(await (await findNotices()).findByText('Signed out there')).toBeVisible()
    await waitFor(() => expect(table.queryByText('Safari on iPhone')).toBeNull())
    expect(server.inputsOf('admin.revokeSession')).toEqual([{ id: 'session-2' }])
  })

  it('says when they cannot be told, and tries again', async () => {
    let tries = 0
    const { user } = openSecurity({
      sessions: () => (tries++ === 0 ? refuse('SERVICE_UNAVAILABLE') : [HERE]),
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('This device')).toBeVisible()
  })

  it('takes one that had ended already from the list', async () => {
    let isOut = false
    const { user } = openSecurity({
      sessions: () => (isOut ? [HERE] : [HERE, THERE]),
      revokeSession: () => {
        isOut = true
        return refuse('NOT_FOUND')
      },
    })
    await user.click(await screen.findByRole('button', { name: BUTTON }))
    expect(await (await findNotices()).findByText('Not signed out')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  })
})
