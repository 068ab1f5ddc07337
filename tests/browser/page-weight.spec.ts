import { expect, it } from 'vitest'
import { routes } from '#client/app/routes.tsx'
import { readManifest, weigh, weighFonts } from './page-weight.ts'

/** Thousands of bytes, compressed. Script that a page rendered ahead has before it is touched. */
const BEFORE = 3
/** What a page rendered ahead waits for before it is shown, and all of it. */
const FIRST_STYLES = 12.5
const STYLES = 19.5
const FONTS = 28

/** All script of each address once a visitor uses it, opened first; a few percent above what was measured. */
const AFTER: Readonly<Record<string, number>> = {
  '/': 214,
  '/videos/:slug': 205,
  '/support': 203,
  '/contact': 212,
  '/privacy-policy': 199,
  '/terms-of-service': 197,
  '/licence-agreement': 195,
  '/refund-policy': 196,
  '/commission-terms': 196,
  '/login': 214,
  '/register': 216,
  '/verify-email': 196,
  '/verify-email-pending': 196,
  '/forgot-password': 212,
  '/reset-password': 214,
  '/checkout': 222,
  '/checkout-success': 197,
  '/dashboard': 200,
  '/dashboard/:userId': 200,
  '/account': 223,
  '/check': 199,
  '/confirm-email': 195,
  '/club-portal': 231,
  '/referer-portal': 231,
  '/referer-register': 219,
  '/referer-reset-password': 216,
  '/referer-reset-password/:token': 216,
  '/admin': 254,
  '/admin/orders': 211,
  '/admin/orders/:orderId': 220,
  '/admin/orders/students/:studentId': 214,
  '/admin/catalogue': 236,
  '/admin/attention': 211,
  '/admin/operations': 213,
  '/admin/security': 217,
  '/admin-login': 219,
  '/bulk-email': 240,
  '/email-preview': 208,
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
      ...(inKilobytes(weight.firstCss) > FIRST_STYLES
        ? [`${path}: ${inKilobytes(weight.firstCss)} kB of styles at first, ${FIRST_STYLES} allowed`]
        : []),
      ...(inKilobytes(weight.css) > STYLES
        ? [`${path}: ${inKilobytes(weight.css)} kB of styles, ${STYLES} allowed`]
        : []),
    ]
  })
  expect(over, ADVICE).toEqual([])
})

it('no budget is so wide that a page could grow by a fifth unseen', () => {
  const loose = rows.filter(({ path, weight }) => (AFTER[path] ?? 0) > inKilobytes(weight.after) * 1.2)
  expect(loose.map(({ path, weight }) => `${path}: ${inKilobytes(weight.after)} kB by now`)).toEqual([])
})

it('the letters and figures of all pages are cut to what they show', () => {
  expect(inKilobytes(weighFonts())).toBeLessThanOrEqual(FONTS)
})
