import { expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { signInAs } from './shopper.ts'

const shop = sharedShop()

it.each(['/account', '/dashboard'])('the largest text of %s is among its first bytes', async (path) => {
  const { page, context, problems } = await visit(await openBrowser(), {
    ...PHONE,
    viewport: { width: 412, height: 823 },
  })
  await signInAs(page, shop, await openAccount(shop, `paint-${path.slice(1)}`))
  await page.goto(shop.url + path, { waitUntil: 'networkidle' })
  await page.locator('.skeleton, .skeleton-text').first().waitFor({ state: 'detached' })
  const { first, largest, text } = await page.evaluate(
    () =>
      new Promise<{ first: number; largest: number; text: string }>((tell) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntries().at(-1)
          const element: unknown = paint && Reflect.get(paint, 'element')
          tell({
            first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
            largest: paint?.startTime ?? 0,
            // An element that was replaced is no longer told.
            text: element instanceof Element ? (element.textContent ?? '') : '',
          })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  expect(largest, `drawn later: ${text}`).toBe(first)
  expect(problems).toEqual([])
  await context.close()
})
