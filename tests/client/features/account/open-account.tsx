import { screen, within } from '@testing-library/react'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import type { AccountOutput } from '#shared/schemas/account.ts'
import { openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, fakeServer } from '#tests/support/fake-server.ts'

export const ACCOUNT: AccountOutput = {
  user: SAM,
  createdAt: '2026-02-03T10:00:00.000Z',
  pendingEmail: null,
  business: {
    accountType: 'personal',
    businessName: null,
    businessNumber: null,
    isVatRegistered: false,
    vatNumber: null,
    businessAddressLine1: null,
    businessAddressLine2: null,
    businessCity: null,
    businessPostcode: null,
    businessCountry: null,
  },
  getsNews: false,
}

export const HERE = {
  id: 'session-here',
  device: 'Firefox on Linux',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-21T10:00:00.000Z',
  isCurrent: true,
}
export const PHONE = { ...HERE, id: 'session-phone', device: 'Chrome on Android', isCurrent: false }

type Opening = { auth?: Answers['auth']; checkout?: Answers['checkout']; at?: string }

/** Sam's account page; a test answers what it is about. */
export function openAccount({ auth = {}, checkout = {}, at = '/account' }: Opening = {}) {
  const server = fakeServer({
    auth: {
      me: () => ({ id: SAM.id, user: SAM }),
      account: () => ACCOUNT,
      sessions: () => [HERE, PHONE],
      logout: () => ({ success: true }),
      ...auth,
    },
    checkout: { orders: () => [], pricingHistory: () => ({ collectionDiscountUsed: false }), ...checkout },
  })
  return { server, user: openScreen({ Screen: AccountScreen, at, isSignedIn: true }) }
}

/** Opens the form of a part: "the email address". */
export async function openForm(user: ReturnType<typeof openScreen>, what: string) {
  await user.click(await screen.findByRole('button', { name: `Change ${what}` }))
}

/** One part of the page, once it is there. */
export async function findPart(heading: string) {
  return within(await screen.findByRole('region', { name: heading }))
}

export async function findNotice() {
  return within(await screen.findByRole('region', { name: /Notices/ }))
}
