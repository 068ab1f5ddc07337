import type { Page } from 'playwright-core'
import { hold } from '../interrupt.ts'
import type { State } from '../state.ts'
import { checkoutOf } from './keep.ts'

const ALL = [1, 2, 3, 4, 5, 6, 7]
const DECLINED = '4000 0000 0000 0002'

const checkout = {
  role: 'student-new',
  route: '/checkout',
  ready: 'label:has-text("Card number")',
  storage: (world) => checkoutOf(world, [2, 3]),
} as const satisfies Partial<State>

/** Paying, and every answer to a payment. */
export const checkoutStates: readonly State[] = [
  { ...checkout, name: 'open', hasExtras: true },
  { ...checkout, name: 'package-code', storage: (world) => checkoutOf(world, ALL, 'HEDGEROW17') },
  { ...checkout, name: 'invoice-missing', act: ({ page }) => askForInvoice(page) },
  { ...checkout, name: 'declined', act: ({ page }) => payWith(page, DECLINED), complains: true },
  {
    ...checkout,
    name: 'loading',
    before: ({ page }) => hold(page, 'checkout'),
    ready: '.spinner, .skeleton',
  },
  { role: 'visitor', route: '/checkout-success', name: 'no-payment' },
  {
    role: 'visitor',
    route: '/checkout-success',
    name: 'signed-out',
    address: ({ paymentIntentId }) => `/checkout-success?payment_intent=${paymentIntentId}`,
  },
  {
    role: 'student-some',
    route: '/checkout-success',
    name: 'paid',
    address: ({ paymentIntentId }) => `/checkout-success?payment_intent=${paymentIntentId}`,
    ready: 'text=Payment Successful!',
    hasExtras: true,
  },
  {
    role: 'student-some',
    route: '/checkout-success',
    name: 'checking',
    address: ({ paymentIntentId }) => `/checkout-success?payment_intent=${paymentIntentId}`,
    before: ({ page }) => hold(page, 'checkout'),
    ready: '.spinner',
  },
  {
    ...checkout,
    // This visitor has no other payment: one that is pending forbids another.
    role: 'student-expired',
    route: '/checkout-success',
    address: '/checkout',
    name: 'on-its-way',
    storage: (world) => checkoutOf(world, [4]),
    act: async ({ page }) => {
      await page.getByRole('radio', { name: 'Klarna' }).check()
      await agreeAndPay(page)
      await page.getByRole('button', { name: 'Leave it pending' }).click()
      await page.getByRole('heading', { name: 'Payment on its way' }).waitFor()
    },
  },
  {
    ...checkout,
    route: '/checkout-success',
    address: '/checkout',
    name: 'refused',
    storage: (world) => checkoutOf(world, [5]),
    act: async ({ page }) => {
      await page.getByRole('radio', { name: 'Revolut Pay' }).check()
      await agreeAndPay(page)
      await page.getByRole('button', { name: 'Refuse the payment' }).click()
      await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
    },
  },
]

async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
  await agreeAndPay(page)
  await page.getByRole('region', { name: 'Payment Failed' }).waitFor()
}

async function agreeAndPay(page: Page): Promise<void> {
  await page.getByLabel(/^Open my films now/).check()
  await page.getByRole('main').getByRole('button', { name: /^Pay / }).click()
}

async function askForInvoice(page: Page): Promise<void> {
  await page.getByLabel('I need a full VAT invoice').check()
  await agreeAndPay(page)
  await page.locator('[aria-invalid="true"]').first().waitFor()
}
