import { breakCalls, hold, keepNotice } from '../interrupt.ts'
import type { State } from '../state.ts'

const portal = { route: '/referer-portal', ready: 'text=Total Unpaid' } as const
const reset = '/referer-reset-password'

/** Becoming a referer, and the portal of those who are. */
export const refererStates: readonly State[] = [
  { role: 'visitor', route: '/referer-register', name: 'open' },
  {
    role: 'visitor',
    route: '/referer-register',
    name: 'fields-missing',
    act: async ({ page }) => {
      await page.getByLabel('An organization').check()
      await page.getByLabel('VAT registered').check()
      await page.getByLabel(/^I accept the terms/).check()
      await page.getByRole('button', { name: 'Submit application' }).click()
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  { role: 'visitor', route: '/club-portal', name: 'login' },
  { role: 'visitor', route: '/referer-portal', name: 'login' },
  {
    role: 'visitor',
    route: '/referer-portal',
    name: 'login-refused',
    complains: true,
    act: async ({ page }) => {
      await page.getByLabel('Referral code').fill('HEDGEROW17')
      await page.getByLabel('Password', { exact: true }).fill('not-the-password')
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('main').getByText('Login Failed').waitFor()
      await keepNotice(page).catch(() => {})
    },
  },
  { role: 'referer-first', route: '/referer-portal', name: 'password-first', ready: 'text=One thing first' },
  { ...portal, role: 'referer-new', name: 'new' },
  { ...portal, role: 'referer-busy', name: 'busy', hasExtras: true },
  { role: 'referer-ended', route: '/referer-portal', name: 'ended', ready: 'form', complains: true },
  {
    role: 'referer-busy',
    route: '/referer-portal',
    name: 'loading',
    before: ({ page }) => hold(page, 'referer'),
    ready: '.skeleton, .spinner',
  },
  {
    role: 'referer-busy',
    route: '/referer-portal',
    name: 'broken',
    before: ({ page }) => breakCalls(page, 'referer'),
    ready: '.alert',
    complains: true,
  },
  {
    ...portal,
    role: 'referer-changing',
    name: 'self-billing-accepted',
    act: async ({ page }) => {
      await page.getByLabel('I accept the self-billing agreement').check()
      await page.locator('#self-billing').getByRole('button').last().click()
      await page.getByText('Agreement accepted').first().waitFor()
      await keepNotice(page)
    },
  },
  {
    ...portal,
    role: 'referer-changing',
    name: 'bank-saved',
    act: async ({ page }) => {
      await page.getByRole('button', { name: /^(Add|Change) bank details$/ }).click()
      await page.getByLabel('Account name').fill('Windsock Aero Group')
      await page.getByLabel('Sort code').fill('12-34-56')
      await page.getByLabel('Account number').fill('12344321')
      await page.getByLabel('Your password').fill('windsock-by-the-hedge')
      await page
        .locator('#bank')
        .getByRole('button', { name: /^(Change|Save)/ })
        .first()
        .click()
      await page.getByText('Bank details saved').first().waitFor()
      await keepNotice(page)
    },
  },
  { role: 'visitor', route: reset, name: 'open' },
  {
    role: 'visitor',
    route: reset,
    name: 'sent',
    act: async ({ page }) => {
      await page.getByLabel('Email').fill('nobody@example.com')
      await page.getByRole('button', { name: 'Send the link' }).click()
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },
  { role: 'visitor', route: `${reset}/:token`, name: 'open', address: `${reset}/${'a'.repeat(43)}` },
  {
    role: 'visitor',
    route: `${reset}/:token`,
    name: 'dead-link',
    address: `${reset}/${'a'.repeat(43)}`,
    complains: true,
    act: async ({ page }) => {
      await page.getByLabel('New password', { exact: true }).fill('another windsock entirely')
      await page.getByLabel('Confirm new password').fill('another windsock entirely')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()
    },
  },
]
