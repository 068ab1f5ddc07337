import { beforeEach, expect, test } from 'vitest'
import { countVisit } from '#client/app/count-visit.ts'
import { analyticsConsent } from '#client/lib/analytics.ts'

const SCRIPT = 'https://counter.example/count.js'

beforeEach(() => {
  analyticsConsent.write(true)
  delete window.dataLayer
  for (const script of Array.from(document.scripts)) script.remove()
})

function scripts() {
  return Array.from(document.scripts, ({ src }) => src)
}

test.each([
  ['/', '/'],
  ['/videos/navigation', '/videos/navigation'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/3b1f-of-sam', '/dashboard/:userId'],
  ['/no/such/page', '/404'],
])('a visit of %s is counted as %s', (address, reported) => {
  countVisit(SCRIPT, address)
  expect(window.dataLayer).toEqual([{ event: 'page_view', page_path: reported }])
  expect(scripts()).toEqual([SCRIPT])
})

test.each([
  '/referer-reset-password/secret-token',
  '/referer-reset-password',
  '/reset-password',
  '/verify-email',
  '/confirm-email',
])('at %s, whose address holds a token, nothing is counted and no script is loaded', (address) => {
  countVisit(SCRIPT, address)
  expect(window.dataLayer).toBeUndefined()
  expect(scripts()).toEqual([])
})

test('without a yes nothing is counted', () => {
  analyticsConsent.clear()
  countVisit(SCRIPT, '/')
  expect(window.dataLayer).toBeUndefined()
  expect(scripts()).toEqual([])
})
