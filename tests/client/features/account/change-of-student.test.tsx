import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { SAM, TOKEN } from '#tests/client/features/auth/open-screen.tsx'
import { ACCOUNT, findPart, HERE, openAccount } from './open-account.tsx'

const BEA: UserOutput = { id: 'student-bea', username: 'bea', email: 'bea@example.com' }

/** Whose token this browser holds now. */
function isSam() {
  return localStorage.getItem('auth_token') === TOKEN
}

it('shows nothing of the earlier student when another tab signs another one in', async () => {
  const { business } = ACCOUNT
  openAccount({
    auth: {
      me: () => (isSam() ? { id: SAM.id, user: SAM } : { id: BEA.id, user: BEA }),
      account: () =>
        isSam()
          ? {
              ...ACCOUNT,
              business: { ...business, accountType: 'business', businessAddressLine1: '1 Sam Street' },
            }
          : { ...ACCOUNT, user: BEA },
      sessions: () => [{ ...HERE, device: isSam() ? 'Safari on Sam’s Mac' : 'Chrome on Bea’s laptop' }],
    },
    checkout: { orders: () => [] },
  })
  expect(await screen.findByText(SAM.email)).toBeVisible()
  expect(await screen.findByText('1 Sam Street')).toBeVisible()
  expect(await screen.findByText(/Safari on Sam’s Mac/)).toBeVisible()

  localStorage.setItem('auth_token', 'token-of-bea')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })))

  expect(await screen.findByText(BEA.email)).toBeVisible()
  expect(screen.queryByText('1 Sam Street')).toBeNull()
  expect(await (await findPart('Signed-in devices')).findByText(/Chrome on Bea’s laptop/)).toBeVisible()
  expect(screen.queryByText(/Sam/)).toBeNull()
})
