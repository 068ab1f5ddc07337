import { post } from '#tests/support/rest-buyer.ts'
import type { Stage, State } from '../state.ts'

const pending = () => ({
  pendingVerification: JSON.stringify({
    email: 'nina.with-a-rather-long-address@flying-club.example.com',
    redirectTo: '/',
    message: '',
  }),
})

/** The way in, and what goes wrong on it. */
export const authStates: readonly State[] = [
  { role: 'visitor', route: '/login', name: 'open', hasExtras: true },
  { role: 'visitor', route: '/login', name: 'fields-missing', act: (stage) => submit(stage, 'Sign In') },
  {
    role: 'visitor',
    route: '/login',
    name: 'refused',
    complains: true,
    act: async (stage) => {
      const { page } = stage
      await page.getByLabel('Email').fill('sam@example.com')
      await page.getByLabel('Password', { exact: true }).fill('not-the-password')
      await submit(stage, 'Sign In')
      await page.getByRole('main').getByText('Login failed').waitFor()
    },
  },
  { role: 'visitor', route: '/register', name: 'open' },
  {
    role: 'visitor',
    route: '/register',
    name: 'fields-missing',
    act: (stage) => submit(stage, 'Create account'),
  },
  {
    role: 'visitor',
    route: '/register',
    name: 'refused',
    complains: true,
    act: async (stage) => {
      const { page } = stage
      await page.getByLabel('Username').fill('somebody-else')
      await page.getByLabel('Email').fill('sasha@example.com')
      await page.getByLabel('Password', { exact: true }).fill('left base, gear down')
      await page.getByLabel('Confirm password').fill('left base, gear down')
      await submit(stage, 'Create account')
      await page.getByText('This email is already registered').first().waitFor()
    },
  },
  { role: 'visitor', route: '/verify-email-pending', name: 'open', storage: pending },
  { role: 'visitor', route: '/verify-email', name: 'no-token', ready: 'text=Verification Failed' },
  {
    role: 'visitor',
    route: '/verify-email',
    name: 'dead-link',
    address: `/verify-email?token=${'a'.repeat(43)}`,
    ready: 'text=Verification Failed',
    complains: true,
  },
  { role: 'visitor', route: '/forgot-password', name: 'open' },
  {
    role: 'visitor',
    route: '/forgot-password',
    name: 'sent',
    act: async ({ page }) => {
      await page.getByLabel('Email').fill('somebody@example.com')
      await page.getByRole('main').getByRole('button').first().click()
      await page.getByRole('main').getByText('Reset Link Sent').waitFor()
    },
  },
  { role: 'visitor', route: '/reset-password', name: 'no-token', ready: 'text=Invalid Link' },
  {
    role: 'visitor',
    route: '/reset-password',
    name: 'dead-link',
    address: `/reset-password?token=${'a'.repeat(43)}`,
    ready: 'text=Forgotten your password?',
    complains: true,
  },
  {
    role: 'visitor',
    route: '/reset-password',
    name: 'open',
    address: async ({ url, students, mail }) => {
      await post(`${url}/api/auth/request-password-reset`, { email: students.new.email })
      const { links } = await mail(students.new.email, /password/i)
      return new URL(links.find((link) => link.includes('/reset-password')) ?? '').href.replace(url, '')
    },
    act: async ({ page }) => {
      await page.getByLabel('New password', { exact: true }).fill('left base')
      await page.getByLabel('Confirm new password').fill('right base')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
]

async function submit({ page }: Stage, button: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  await page.locator('[aria-invalid="true"], .alert, .toast').first().waitFor()
}
