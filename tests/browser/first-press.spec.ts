import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { cartOf } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** 400 kbit/s with 400 ms of latency, and a processor a quarter as fast. */
async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  const throughput = (400 * 1024) / 8
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

type FirstPress = {
  path: string
  device: BrowserContextOptions
  target(page: Page): ReturnType<Page['locator']>
  happened(page: Page): Promise<void>
}

const cart: FirstPress['target'] = (page) =>
  page.getByRole('banner').getByRole('button', { name: 'Cart', exact: true })
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name }).waitFor()

const presses: Record<string, FirstPress> = {
  'the cart': { path: '/', device: DESKTOP, target: cart, happened: (page) => cartOf(page).waitFor() },
  'the menu of a phone': {
    path: '/',
    device: PHONE,
    target: (page) => page.getByRole('button', { name: 'Menu' }),
    happened: dialog('Menu'),
  },
  'a film of the library': {
    path: '/',
    device: DESKTOP,
    target: (page) => page.getByRole('link', { name: 'Navigation', exact: true }).first(),
    happened: dialog('Navigation'),
  },
  'add to cart': {
    path: '/videos/navigation',
    device: PHONE,
    target: (page) => page.getByRole('button', { name: /^Add to Cart/ }),
    happened: (page) => page.getByRole('button', { name: 'Already in Cart' }).waitFor(),
  },
  'a link': {
    path: '/support',
    device: PHONE,
    target: (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }),
    happened: (page) => page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor(),
  },
}

describe('the first press on a slow line and a slow phone', () => {
  it.each(Object.entries(presses))(
    '%s is heard at once, and happens',
    async (_, { path, device, target, happened }) => {
      const { page, context } = await visit(browser, device)
      await slowDown(page)
      await page.goto(shop.url + path, { waitUntil: 'commit' })
      const pressed = target(page)
      await pressed.waitFor()
      const shown = pressed.evaluate(async (element: HTMLElement) => {
        element.click()
        return {
          isBusy: element.getAttribute('aria-busy'),
          pointer: getComputedStyle(element).cursor,
          said: document.querySelector('[role="status"].visually-hidden')?.textContent,
        }
      })
      expect(await shown).toEqual({
        isBusy: 'true',
        pointer: 'progress',
        said: 'Loading…',
      })
      await happened(page)
      await context.close()
    },
  )

  it('keeps what is typed before the form is alive, and signs in with it', async () => {
    const { page, context, problems } = await visit(browser, PHONE)
    const student = await openAccount(shop, 'types-early')
    await slowDown(page)
    await page.goto(`${shop.url}/login`, { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(student.email)
    await page.getByLabel('Password', { exact: true }).fill('left base, gear down')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.waitForURL(`${shop.url}/`)
    await page.getByText('Welcome back!', { exact: true }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})

const screens = ['/login', '/register', '/checkout', '/dashboard', '/account', '/check']

describe('without script', () => {
  it.each(screens)('%s has its frame and heading, and says that it needs script', async (path) => {
    const { page, context } = await visit(browser, { ...PHONE, javaScriptEnabled: false })
    await page.goto(shop.url + path)
    await page.getByRole('banner').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('noscript .alert-title', { hasText: 'This page needs JavaScript' }).waitFor()
    await page.getByRole('contentinfo').waitFor()
    await context.close()
  })

  it('a sign-in puts no password into the address', async () => {
    const { page, context } = await visit(browser, { ...DESKTOP, javaScriptEnabled: false })
    await page.goto(`${shop.url}/login`)
    await page.getByLabel('Email').fill('sam@example.com')
    await page.getByLabel('Password', { exact: true }).fill('straight-and-level')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    expect(page.url()).toBe(`${shop.url}/login`)
    await context.close()
  })
})
