import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openSecurity } from '#tests/client/features/admin/open-dashboard.tsx'

const ROW = {
  id: 'e1',
  at: '2026-11-20T09:00:00.000Z',
  kind: 'signIn.failed',
  subject: { kind: 'admin', id: 'a1', name: 'chief@example.com' },
  address: '203.0.113.9',
}
const STRANGER = { ...ROW, id: 'e0', subject: { kind: 'student', id: null, name: null } }

it('shows who got in or did not, page by page, narrowed to one event', async () => {
  const { user, server } = openSecurity({
    securityEvents: ({ kind, cursor }) => {
      if (kind) return { events: [], nextCursor: null }
      return cursor ? { events: [STRANGER], nextCursor: null } : { events: [ROW], nextCursor: 'e1' }
    },
  })
  const table = within(await screen.findByRole('table', { name: 'Security events' }))
  expect(table.getByRole('rowheader', { name: 'Sign-in failed' })).toBeVisible()
  expect(table.getByText('203.0.113.9')).toBeVisible()
  expect(table.getByText(/chief@/)).toBeVisible()
  expect(table.getByText('Admin')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Older events' }))
  expect(await screen.findByText('No such student')).toBeVisible()
  expect(server.inputsOf('admin.securityEvents').at(-1)).toMatchObject({ cursor: 'e1' })
  await user.selectOptions(screen.getByLabelText('Event'), 'Password reset')
  expect(await screen.findByText('Nothing on record for this choice')).toBeVisible()
  expect(server.inputsOf('admin.securityEvents').at(-1)).toMatchObject({
    kind: 'password.reset',
    cursor: null,
  })
})
