import type { State } from '../state.ts'

const LEGAL = ['/privacy-policy', '/licence-agreement', '/refund-policy', '/commission-terms'] as const

/** The public pages: help, terms, and addresses that lead nowhere. */
export const publicStates: readonly State[] = [
  { role: 'visitor', route: '/support', name: 'open' },
  {
    role: 'visitor',
    route: '/support',
    name: 'answer',
    act: ({ page }) => page.getByText('A film does not start.').click(),
  },
  { role: 'visitor', route: '/contact', name: 'open' },
  { role: 'visitor', route: '/terms-of-service', name: 'open', hasExtras: true },
  ...LEGAL.map((route): State => ({ role: 'visitor', route, name: 'open' })),
  {
    role: 'visitor',
    route: '*',
    name: 'not-found',
    address: '/no-such-page',
    hasExtras: true,
    complains: true,
  },
  {
    role: 'visitor',
    route: '*',
    name: 'offline',
    address: '/offline.html',
    // It would see that the shop is there, and load the address again.
    before: async ({ page }) => {
      await page.route('**/offline.js', (route) => route.abort())
    },
    complains: true,
  },
  { role: 'visitor', route: '/check', name: 'open' },
  {
    role: 'student-some',
    route: '/check',
    name: 'done',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Start the check' }).click()
      await page.getByRole('button', { name: 'Run the check again' }).waitFor()
    },
  },
]
