import { expect, it } from 'vitest'
import { routes } from '#client/app/routes.tsx'
import { sharedShop } from '#tests/support/running-shop.ts'
import { readManifest, weigh, weighFonts } from './page-weight.ts'

const shop = sharedShop()

/** Thousands of bytes, compressed. Script that stands in a page, and is all of it before the page is touched. */
const BEFORE = 2.2
/** Files of script that a page rendered ahead fetches once it is touched. */
const REQUESTS = 12
const STYLES = 20.8
const FONTS = 28

/** Pages rendered ahead as they are sent, with their styles and their first script: they wait for nothing else. */
const PAGES: Readonly<Record<string, number>> = {
  '/': 29.2,
  '/videos/navigation': 14.9,
  '/support': 18.4,
  '/contact': 12.7,
}

/** All script of each address once a visitor uses it, opened first; a few percent above what was measured. */
const AFTER: Readonly<Record<string, number>> = {
  '/': 148,
  '/videos/:slug': 144.9,
  '/support': 147.4,
  '/contact': 178.4,
  '/privacy-policy': 144.1,
  '/terms-of-service': 142.9,
  '/licence-agreement': 140.7,
  '/refund-policy': 141.4,
  '/commission-terms': 142,
  '/login': 181.5,
  '/register': 182.5,
  '/verify-email': 140,
  '/verify-email-pending': 141.1,
  '/forgot-password': 180.8,
  '/reset-password': 181.5,
  '/checkout': 194.8,
  '/checkout-success': 145.2,
  '/dashboard': 149,
  '/dashboard/:userId': 149,
  '/plan': 157.9,
  '/account': 165,
  '/account/order': 159.8,
  '/notes': 147,
  '/check': 141.4,
  '/confirm-email': 138.4,
  '/club-portal': 198.8,
  '/referer-portal': 198.8,
  '/referer-register': 185.6,
  '/referer-reset-password': 184.2,
  '/referer-reset-password/:token': 184.2,
  '/admin': 221,
  '/admin/orders': 181.1,
  '/admin/payouts': 190,
  '/admin/clubs': 210.8,
  '/admin/orders/:orderId': 202.9,
  '/admin/orders/students/:studentId': 184,
  '/admin/reports': 180,
  '/admin/reports/payout-runs/:quarterYear': 178.5,
  '/admin/reports/statements/:clubId/:quarterYear': 178,
  '/admin/reports/vat/:label': 181.5,
  '/admin/reports/stripe-payouts/:payoutId': 180,
  '/admin/bookkeeping': 180.1,
  '/admin/catalogue': 201.7,
  '/admin/attention': 180.9,
  '/admin/operations': 187.6,
  '/admin/questions': 190.6,
  '/admin/security': 185.2,
  '/admin-login': 188.8,
  '/bulk-email': 207.2,
  '/email-preview': 177,
}

/** What to do when a page has become too heavy; what does not fit its first moments seldom belongs to them. */
const ADVICE = [
  'Import what is not on the screen at first (dialogs, charts, editors) with `lazy` or `await import()`.',
  'Check the new import: a whole library for one function, zod in a screen without a form, a schema where its type would do.',
  'If the page is worth its weight, raise its row in tests/browser/page-weight.spec.ts, in the change that makes it so.',
].join('\n')

function inKilobytes(bytes: number): number {
  return Math.ceil(bytes / 100) / 10
}

const built = readManifest()
const rows = routes.map(({ path, screen, meta }) => ({
  path,
  weight: weigh(built, { screen, sleeps: meta !== undefined }),
  sleeps: meta !== undefined,
}))

it('every address has a budget, and every budget an address', () => {
  expect(Object.keys(AFTER).sort(), 'add or remove its row in tests/browser/page-weight.spec.ts').toEqual(
    rows.map(({ path }) => path).sort(),
  )
})

it('no page is heavier than its budget', () => {
  const over = rows.flatMap(({ path, weight, sleeps }) => {
    const budget = AFTER[path] ?? 0
    return [
      ...(sleeps && inKilobytes(weight.before) > BEFORE
        ? [`${path}: ${inKilobytes(weight.before)} kB of script before it is touched, ${BEFORE} allowed`]
        : []),
      ...(inKilobytes(weight.after) > budget
        ? [`${path}: ${inKilobytes(weight.after)} kB of script, ${budget} allowed`]
        : []),
      ...(sleeps && weight.requests > REQUESTS
        ? [`${path}: ${weight.requests} files of script, ${REQUESTS} allowed`]
        : []),
      ...(inKilobytes(weight.css) > STYLES
        ? [`${path}: ${inKilobytes(weight.css)} kB of styles, ${STYLES} allowed`]
        : []),
    ]
  })
  expect(over, ADVICE).toEqual([])
})

it.each(Object.entries(PAGES))('%s is sent in %d kB', async (path, budget) => {
  const { headers } = await fetch(shop.url + path, { headers: { 'accept-encoding': 'br' } })
  expect(headers.get('content-encoding')).toBe('br')
  expect(inKilobytes(Number(headers.get('content-length'))), ADVICE).toBeLessThanOrEqual(budget)
})

it('no budget is so wide that a page could grow by a fifth unseen', () => {
  const loose = rows.filter(({ path, weight }) => (AFTER[path] ?? 0) > inKilobytes(weight.after) * 1.2)
  expect(loose.map(({ path, weight }) => `${path}: ${inKilobytes(weight.after)} kB by now`)).toEqual([])
})

it('the letters and figures of all pages are cut to what they show', () => {
  expect(inKilobytes(weighFonts())).toBeLessThanOrEqual(FONTS)
})
