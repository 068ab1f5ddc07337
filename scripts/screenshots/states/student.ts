import { breakCalls, hold, lengthenTitles } from '../interrupt.ts'
import type { State } from '../state.ts'

const dashboard = { route: '/dashboard', ready: 'text=Videos Owned' } as const

/** My Videos and the account of those who have nothing, some, all, or videos that have ended. */
export const studentStates: readonly State[] = [
  { ...dashboard, role: 'student-new', name: 'nothing' },
  { ...dashboard, role: 'student-some', name: 'some', hasExtras: true },
  { ...dashboard, role: 'student-all', name: 'all' },
  { ...dashboard, role: 'student-all', name: 'long-titles', before: ({ page }) => lengthenTitles(page) },
  { ...dashboard, role: 'student-expired', name: 'ended' },
  {
    role: 'student-some',
    route: '/dashboard/:userId',
    name: 'open',
    address: ({ students }) => `/dashboard/${students.some.id}`,
  },
  {
    role: 'student-some',
    route: '/dashboard',
    name: 'loading',
    before: ({ page }) => hold(page, 'progress'),
    ready: '.skeleton, .spinner',
  },
  {
    role: 'student-some',
    route: '/dashboard',
    name: 'broken',
    before: ({ page }) => breakCalls(page, 'progress'),
    ready: '.alert',
    complains: true,
  },
  { role: 'student-new', route: '/plan', name: 'nothing', ready: 'text=The rules it knows' },
  { role: 'student-some', route: '/plan', name: 'some', ready: 'text=Day by day' },
  { role: 'student-new', route: '/notes', name: 'nothing', ready: 'main h1' },
  { role: 'student-some', route: '/notes', name: 'some', ready: 'main h1' },
  { role: 'student-new', route: '/account', name: 'new' },
  { role: 'student-some', route: '/account', name: 'some', hasExtras: true },
  {
    role: 'student-some',
    route: '/account',
    name: 'loading',
    before: ({ page }) => hold(page, 'account'),
    ready: '.skeleton, .spinner',
  },
  {
    role: 'student-some',
    route: '/account',
    name: 'erase',
    isOverlay: true,
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Erase my account' }).click()
      await page.getByRole('button', { name: 'Erase for good' }).waitFor()
    },
  },
  {
    role: 'student-some',
    route: '/account',
    name: 'fields-missing',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Change the password' }).click()
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    role: 'student-some',
    route: '/account/order',
    name: 'film',
    address: '/account/order?film=1',
    ready: 'text=Something wrong?',
  },
  { role: 'student-some', route: '/confirm-email', name: 'no-token' },
  {
    role: 'student-some',
    route: '/confirm-email',
    name: 'open',
    address: `/confirm-email?token=${'a'.repeat(43)}`,
  },
]
