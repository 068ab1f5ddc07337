import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { size } from '#tests/support/size.ts'
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

/** No script but the one in the page, until it is let through. */
async function holdScript(page: Page): Promise<() => void> {
  let letThrough = () => {}
  const isFree = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/*.js', async (route) => {
    await isFree
    await route.continue()
  })
  return letThrough
}

type FirstPress = {
  path: string
  device: BrowserContextOptions
  target(page: Page): ReturnType<Page['locator']>
  happened(page: Page): Promise<void>
  /** What only the whole page does, with what the press has made of it. */
  goesOn?(page: Page): Promise<void>
}

const header = (page: Page) => page.getByRole('banner')
const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name })
const heading = (name: string) => async (page: Page) => {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** React has come when what lies in no open drawer is gone: the page came with it. */
async function closes(drawer: ReturnType<Page['locator']>, page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => !document.querySelector('.drawer-stage > .drawer'))
}

async function isInCart(page: Page, films: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Already in Cart' }).first().waitFor()
  await header(page)
    .getByRole('button', { name: `Cart, ${films} in it`, exact: true })
    .waitFor()
}

async function isSold(page: Page, total: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Already in Cart' }).first().click()
  await cartOf(page).getByText(total, { exact: true }).last().waitFor()
  await cartOf(page).getByRole('button', { name: 'Secure Checkout' }).waitFor()
}

const isPlaying = (page: Page) => page.getByRole('dialog').locator('video').waitFor()

/** The piece goes on in the player, and is left by the way into the cart. */
async function sells(page: Page, add: RegExp, total: string): Promise<void> {
  await page.locator('.player video').waitFor()
  await page.locator('.player').getByRole('button', { name: add }).first().click()
  await page.locator('.player').waitFor({ state: 'detached' })
  await isSold(page, total)
}

/** What is done by the page as it has come, without React. */
const early: Record<string, FirstPress> = {
  'the cart': {
    path: '/',
    device: DESKTOP,
    target: (page) => header(page).getByRole('button', { name: 'Cart', exact: true }),
    happened: (page) => cartOf(page).getByText('Your cart is empty').waitFor(),
    goesOn: (page) => closes(cartOf(page), page),
  },
  'the menu of a phone': {
    path: '/',
    device: PHONE,
    target: button('Menu'),
    happened: (page) => dialog('Menu')(page).getByRole('link', { name: 'Sign In' }).waitFor(),
    goesOn: (page) => closes(dialog('Menu')(page), page),
  },
  'add to cart': {
    path: '/videos/navigation',
    device: PHONE,
    target: button(/^Add to Cart/),
    happened: (page) => isInCart(page, '1 film'),
    goesOn: (page) => isSold(page, '£60.00'),
  },
  'the whole set': {
    path: '/',
    device: PHONE,
    target: (page) => button('Add the Complete Package')(page).first(),
    happened: (page) => isInCart(page, '7 films'),
    goesOn: (page) => isSold(page, '£340.00'),
  },
  'a film of the library': {
    path: '/',
    device: DESKTOP,
    target: (page) => page.locator('#videos').getByRole('link', { name: 'Navigation', exact: true }),
    happened: heading('Navigation'),
  },
  'sign in': {
    path: '/',
    device: DESKTOP,
    target: (page) => header(page).getByRole('link', { name: 'Sign In' }),
    happened: heading('Sign In'),
  },
  'a link of the footer': {
    path: '/support',
    device: PHONE,
    target: (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }),
    happened: heading('Contact'),
  },
  'an answer': {
    path: '/support',
    device: PHONE,
    target: (page) => page.locator('summary').first(),
    happened: (page) => page.locator('details[open]').waitFor(),
  },
  'a free piece': {
    path: '/videos/navigation',
    device: PHONE,
    target: button('Watch a piece, free'),
    happened: isPlaying,
    goesOn: (page) => sells(page, /^Add to Cart/, '£60.00'),
  },
  'the introduction': {
    path: '/',
    device: DESKTOP,
    target: button('Watch the introduction'),
    happened: isPlaying,
    goesOn: (page) => sells(page, /^Add the Complete Package$/, '£340.00'),
  },
}

/** What waits for React, and says so. */
const held: Record<string, FirstPress> = {
  'a piece of each film': {
    path: '/',
    device: PHONE,
    target: (page) => page.locator('.snippet').first(),
    happened: isPlaying,
  },
}

/** Between the header, which React takes over first, and the screen, with which it answers to presses. */
function pressWhenDrawersAreTaken() {
  const watching = new MutationObserver(() => {
    const pressed = document.querySelector<HTMLElement>('[data-pressed-late]')
    if (!pressed || document.querySelector('#cart > .drawer')) return
    watching.disconnect()
    pressed.click()
  })
  watching.observe(document, { childList: true, subtree: true })
}

async function press(page: Page, target: FirstPress['target']) {
  const pressed = target(page)
  await pressed.waitFor()
  await pressed.evaluate((element: HTMLElement) => element.click())
  return pressed
}

describe('the first press before the script has come', () => {
  it.each(Object.entries(early))('%s acts, and React finds it done', async (_, first) => {
    const { page, context, problems } = await visit(browser, first.device)
    const letThrough = await holdScript(page)
    await page.goto(shop.url + first.path, { waitUntil: 'commit' })
    await press(page, first.target)
    await first.happened(page)
    letThrough()
    await first.goesOn?.(page)
    expect(problems).toEqual([])
    await context.close()
  })

  it.each(Object.entries(early).filter(([, { goesOn }]) => goesOn))(
    '%s acts while React takes the page over',
    async (_, first) => {
      const { page, context, problems } = await visit(browser, first.device)
      await page.addInitScript(pressWhenDrawersAreTaken)
      await page.goto(shop.url + first.path, { waitUntil: 'commit' })
      await first.target(page).evaluate((element) => element.setAttribute('data-pressed-late', ''))
      await page.locator('body').dispatchEvent('pointerover')
      await first.happened(page)
      await first.goesOn?.(page)
      expect(problems).toEqual([])
      await context.close()
    },
  )

  it('beside an open drawer closes it', async () => {
    const { page, context } = await visit(browser, DESKTOP)
    await holdScript(page)
    await page.goto(shop.url, { waitUntil: 'commit' })
    await press(page, button('Cart'))
    await cartOf(page).waitFor()
    await page.mouse.click(200, 400)
    await cartOf(page).waitFor({ state: 'hidden' })
    await press(page, button('Cart'))
    await cartOf(page).getByRole('button', { name: 'Close' }).click()
    await cartOf(page).waitFor({ state: 'hidden' })
    await context.close()
  })

  it.each(Object.entries(held))('%s waits, and is shown as heard', async (_, first) => {
    const { page, context, problems } = await visit(browser, first.device)
    const letThrough = await holdScript(page)
    await page.goto(shop.url + first.path, { waitUntil: 'commit' })
    const pressed = await press(page, first.target)
    expect(
      await pressed.evaluate((element) => ({
        isBusy: element.getAttribute('aria-busy'),
        pointer: getComputedStyle(element).cursor,
        said: document.querySelector('[role="status"].visually-hidden')?.textContent,
      })),
    ).toEqual({ isBusy: 'true', pointer: 'progress', said: 'Loading…' })
    letThrough()
    await first.happened(page)
    expect(problems).toEqual([])
    await context.close()
  })
})

/** That each of them acts before React has come is tried above; a slowed processor takes four times the work. */
const onSlowLine = Object.entries({ ...early, ...held }).filter(([name]) =>
  size(['add to cart', 'a film of the library', 'a free piece'].includes(name) ? 1 : 0, 1),
)

describe('on a slow line and a slow phone', () => {
  it.each(onSlowLine)('the first press happens: %s', async (_, first) => {
    const { page, context } = await visit(browser, first.device)
    await slowDown(page)
    await page.goto(shop.url + first.path, { waitUntil: 'commit' })
    await press(page, first.target)
    await first.happened(page)
    await context.close()
  })

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

  it('loses no letter that is typed while the form wakes', async () => {
    const { page, context, problems } = await visit(browser, PHONE)
    await slowDown(page)
    await page.goto(`${shop.url}/login`, { waitUntil: 'commit' })
    const email = page.getByLabel('Email')
    await email.focus()
    let typed = ''
    const type = async (letter: string) => {
      await page.keyboard.press(letter)
      typed += letter
    }
    // React gives a field its handlers when it takes it over, before the forms are emptied.
    const isTaken = () =>
      email.evaluate((field) => Object.keys(field).some((key) => key.startsWith('__reactProps')))
    while (!(await isTaken())) await type(String.fromCharCode(97 + (typed.length % 26)))
    for (const letter of 'after') await type(letter)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await page.locator('input[aria-invalid=true]').first().waitFor()
    expect(await email.inputValue()).toBe(typed)
    expect(problems).toEqual([])
    await context.close()
  })
})
