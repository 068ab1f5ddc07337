import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { buyByRest, openAccount, type Student } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { signInAs } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
let student: Student
beforeAll(async () => {
  browser = await openBrowser()
  student = await openAccount(shop, 'field-widths')
  await buyByRest(shop, student, { videoIds: [1] })
})

const PLACES = [
  ['/account', '.field, .choices'],
  ['/support', '.field'],
  ['/account/order?film=1', '.choices'],
] as const

async function openForms(page: Page): Promise<void> {
  for (const what of ['the email address', 'the password', 'the invoice details']) {
    await page.getByRole('button', { name: `Change ${what}` }).click()
  }
}

it.each(PLACES)(
  'fields of %s are as wide as what is typed into them, and as a phone',
  async (path, fields) => {
    for (const [device, least, most] of [
      [DESKTOP, 300, 515],
      [PHONE, 290, 390],
    ] as const) {
      const { page, context } = await visit(browser, device)
      await signInAs(page, shop, student)
      await page.goto(shop.url + path)
      if (path === '/account') await openForms(page)
      const all = page.getByRole('main').locator(fields)
      await all.first().waitFor()
      const widths = await all.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().width))
      expect(Math.min(...widths), 'the narrowest').toBeGreaterThan(least)
      expect(Math.max(...widths), 'the widest').toBeLessThan(most)
      await context.close()
    }
  },
)
