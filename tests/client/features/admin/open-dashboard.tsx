import { screen, within } from '@testing-library/react'
import { PayoutsScreen } from '#client/features/admin/bank-files/payouts-screen.tsx'
import { AdminDashboardScreen } from '#client/features/admin/dashboard/admin-dashboard-screen.tsx'
import { ClubsScreen } from '#client/features/admin/referers/clubs-screen.tsx'
import { SecurityScreen } from '#client/features/admin/security/security-screen.tsx'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { backOffice } from './admin-fixtures.ts'

/** The dashboard in front of an admin who is signed in. */
export function openDashboard(admin: Parameters<typeof backOffice>[0] = {}) {
  const server = backOffice(admin)
  return { server, user: openScreen({ Screen: AdminDashboardScreen, at: '/admin' }) }
}

/** The page of payouts and bank files. */
export function openPayouts(admin: Parameters<typeof backOffice>[0] = {}) {
  const server = backOffice(admin)
  return { server, user: openScreen({ Screen: PayoutsScreen, at: '/admin/payouts' }) }
}

/** The page of all clubs and applications. */
export function openClubs(admin: Parameters<typeof backOffice>[0] = {}) {
  const server = backOffice(admin)
  return { server, user: openScreen({ Screen: ClubsScreen, at: '/admin/clubs' }) }
}

/** The screen on which an admin sees their own ways in. */
export function openSecurity(admin: Parameters<typeof backOffice>[0] = {}) {
  const server = backOffice(admin)
  return { server, user: openScreen({ Screen: SecurityScreen, at: '/admin/security' }) }
}

export async function findNotices() {
  return within(await screen.findByRole('region', { name: /Notices/ }))
}
