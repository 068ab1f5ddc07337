import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { addVideos, goToCheckout, openCart, signInAs } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** What can be pressed and is lower than 44 px, with what it catches around its words; links within a sentence are as high as it. */
function lowTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = Array.from(document.querySelectorAll('[role="dialog"]')).at(-1)
    const all = (dialog ?? document.body).querySelectorAll<HTMLElement>('a[href], button, summary')
    const isInSentence = (element: HTMLElement) =>
      Array.from(element.parentElement?.childNodes ?? []).some(
        (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
    const heightOf = (element: HTMLElement) => {
      const around = getComputedStyle(element, '::after')
      const caught =
        around.content !== 'none' && around.position === 'absolute' ? Number.parseFloat(around.height) : 0
      return Math.max(element.getBoundingClientRect().height, caught)
    }
    return Array.from(all)
      .filter((element) => element.checkVisibility() && !element.closest('address, [data-nowhere]'))
      .filter((element) => element.getBoundingClientRect().height > 1 && !isInSentence(element))
      .filter((element) => heightOf(element) < 44)
      .map((element) => `${element.textContent?.trim()}: ${heightOf(element)} px`)
  })
}

describe('a finger', () => {
  it.each(['/', '/videos/meteorology', '/login', '/register', '/support', '/check'])(
    'meets everything there is to press on %s',
    async (path) => {
      const { page, context } = await visit(browser, PHONE)
      await page.goto(shop.url + path)
      await page.locator('h1').waitFor()
      expect(await lowTargets(page)).toEqual([])
      await context.close()
    },
  )

  it('meets everything in the cart and on a dashboard', async () => {
    const { page, context } = await visit(browser, PHONE)
    await signInAs(page, shop, await openAccount(shop, 'finger'))
    await addVideos(page, shop, ['navigation', 'meteorology'])
    await openCart(page)
    expect(await lowTargets(page)).toEqual([])
    await page.goto(`${shop.url}/dashboard`)
    await page.getByText('No films yet').waitFor()
    expect(await lowTargets(page)).toEqual([])
    await context.close()
  })
})

it('a phone held across keeps total and checkout of a cart in sight, side by side', async () => {
  const { page, context } = await visit(browser, { ...PHONE, viewport: { width: 844, height: 390 } })
  await addVideos(page, shop, ['navigation', 'meteorology', 'human-performance'])
  const cart = await openCart(page)
  const [total, button] = await Promise.all([
    cart.locator('[data-kind="total"] dd').boundingBox(),
    cart.getByRole('button', { name: 'Secure Checkout' }).boundingBox(),
  ])
  const endOf = (box: typeof total) => (box?.y ?? 390) + (box?.height ?? 0)
  expect(Math.max(endOf(total), endOf(button))).toBeLessThanOrEqual(390)
  expect((total?.x ?? 0) + (total?.width ?? 0)).toBeLessThan(button?.x ?? 0)
  await cart.getByLabel('Club code').focus()
  const code = await cart.getByLabel('Club code').boundingBox()
  expect(endOf(code)).toBeLessThanOrEqual(button?.y ?? 0)
  await context.close()
})

describe('a narrow phone', () => {
  it('shows the sign of an empty cart', async () => {
    const { page, context } = await visit(browser, { ...PHONE, viewport: { width: 320, height: 640 } })
    await page.goto(shop.url)
    const cart = page.getByRole('banner').getByRole('button', { name: 'Cart', exact: true })
    expect(await cart.locator('svg').isVisible()).toBe(true)
    await context.close()
  })

  it('has its header on one line, with films in the cart', async () => {
    const { page, context } = await visit(browser, { ...PHONE, viewport: { width: 320, height: 640 } })
    await addVideos(page, shop, ['navigation'])
    const header = await page.getByRole('banner').boundingBox()
    expect(header?.height).toBeLessThan(70)
    await context.close()
  })

  it('reads a film to its end above its buttons', async () => {
    const { page, context } = await visit(browser, PHONE)
    await page.goto(shop.url)
    await page.locator('#videos').getByRole('link', { name: 'Meteorology' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Meteorology' })
    const last = dialog.getByRole('listitem').last()
    const sheet = await dialog.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])
    expect(sheet[0], 'the sheet is as long as its words').toBe(sheet[1])
    await page.locator('.dialog-stage').evaluate((stage) => stage.scrollTo(0, stage.scrollHeight))
    const [words, button] = await Promise.all([
      last.boundingBox(),
      dialog.getByRole('button', { name: /^Add to Cart/ }).boundingBox(),
    ])
    expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(844)
    await context.close()
  })

  it('pays without a line that breaks the name of a club from what it takes off', async () => {
    const { page, context } = await visit(browser, PHONE)
    await signInAs(page, shop, await openAccount(shop, 'club-line'))
    await addVideos(page, shop, ['navigation'])
    await page.evaluate(() =>
      localStorage.setItem('referral_code', JSON.stringify({ code: 'HEDGEROW17', isApplied: true })),
    )
    await page.reload()
    await goToCheckout(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Navigation/ })
      .tap()
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    const row = summary.locator('dl > div').filter({ hasText: 'Hedgerow Flying Club' })
    const [label, sum] = await Promise.all([row.locator('dt').boundingBox(), row.locator('dd').boundingBox()])
    expect(sum?.y).toBe(label?.y)
    await context.close()
  })
})
