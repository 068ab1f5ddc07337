import { breakCalls, hold } from '../interrupt.ts'
import type { Stage, State } from '../state.ts'

const REFERER = 'Hedgerow Flying Club'
const ADMIN = { email: 'instructor@example.com', password: 'downwind-checks-complete' }
const ordersList = { role: 'admin', route: '/admin', ready: 'table' } as const

/** The way into the back office, and its first page. */
export const adminStates: readonly State[] = [
  { role: 'visitor', route: '/admin-login', name: 'open' },
  {
    role: 'visitor',
    route: '/admin-login',
    name: 'refused',
    complains: true,
    act: (stage) => give(stage, 'not-the-password', 'text=Login failed'),
  },
  {
    role: 'visitor',
    route: '/admin-login',
    name: 'code',
    act: (stage) => give(stage, ADMIN.password, '#root form, form'),
  },
  { ...ordersList, name: 'open', hasExtras: true },
  { ...ordersList, route: '/admin/payouts', name: 'open' },
  { ...ordersList, route: '/admin/clubs', name: 'open' },
  {
    ...ordersList,
    name: 'expanded',
    act: ({ page }) => page.getByRole('button', { name: 'Expand all' }).click(),
  },
  {
    ...ordersList,
    name: 'loading',
    before: ({ page }) => hold(page, 'admin[.]referers'),
    ready: '.skeleton, .spinner',
  },
  {
    ...ordersList,
    name: 'broken',
    before: ({ page }) => breakCalls(page, 'admin[.]'),
    ready: '.alert',
    complains: true,
  },
  {
    ...ordersList,
    name: 'analytics',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Revenue Analytics' }).click()
      await page.getByRole('heading', { name: 'From list price to what is kept' }).waitFor()
    },
  },
  {
    ...ordersList,
    name: 'quarters',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Quarterly Financial Reports' }).click()
      await page.getByRole('table', { name: 'Quarterly Financial Reports' }).waitFor()
    },
  },
  { ...ordersList, name: 'create-referer', isOverlay: true, act: (stage) => open(stage, 'Add New Referer') },
  {
    ...ordersList,
    name: 'create-referer-wrong',
    isOverlay: true,
    act: async (stage) => {
      await open(stage, 'Add New Referer')
      await stage.page.getByRole('button', { name: 'Create Referer' }).click()
      await stage.page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    ...ordersList,
    name: 'application',
    isOverlay: true,
    act: (stage) => open(stage, /^Read the application of/),
  },
  {
    ...ordersList,
    name: 'edit-club',
    isOverlay: true,
    act: async (stage) => {
      await stage.page.getByRole('button', { name: REFERER, exact: true }).click()
      await open(stage, `Edit details of ${REFERER}`)
    },
  },
  {
    ...ordersList,
    name: 'end-agreement',
    isOverlay: true,
    act: async (stage) => {
      await stage.page.getByRole('button', { name: REFERER, exact: true }).click()
      await open(stage, `End the agreement with ${REFERER}`)
    },
  },
  {
    ...ordersList,
    name: 'quarter-sales',
    isOverlay: true,
    act: async (stage) => {
      await stage.page.getByRole('button', { name: REFERER, exact: true }).click()
      await open(stage, /^Sales of /)
    },
  },
]

async function give({ page }: Stage, password: string, then: string): Promise<void> {
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  if (password === ADMIN.password) await page.getByLabel('Authentication code').waitFor()
  else await page.getByRole('main').locator(then).first().waitFor()
}

async function open({ page }: Stage, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
}
