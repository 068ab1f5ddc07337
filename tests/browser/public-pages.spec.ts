import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { SECTIONS } from '#client/features/account/components/section.tsx'
import { paths } from '#client/site/paths.ts'
import { DESKTOP, openBrowser, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { accessibilityErrors, inspect, WIDE_AND_NARROW } from './inspect.ts'
import { signInAs } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
let addresses: string[]
beforeAll(async () => {
  browser = await openBrowser()
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text()
  addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
})

/** Waits until React has taken over the screen, which it marks on the elements. */
async function taken(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1')
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber$'))
  })
}

describe('every public page', () => {
  it('stands in the sitemap: home, seven videos, help and the small print', () => {
    expect(addresses.length).toBeGreaterThanOrEqual(15)
    expect(addresses.filter((address) => address.includes('/videos/'))).toHaveLength(7)
  })

  it('reads without a script, prices and all', async () => {
    const { page, context } = await visit(browser, { ...DESKTOP, javaScriptEnabled: false })
    for (const address of addresses) {
      const answer = await page.goto(address)
      expect(answer?.status(), address).toBe(200)
      expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1)
      expect((await page.getByRole('main').innerText()).length, address).toBeGreaterThan(200)
      expect(await page.getByRole('contentinfo').innerText(), address).toContain('VAT number')
      if (address.includes('/videos/')) {
        expect(await page.getByRole('main').innerText(), address).toMatch(/£(40|60)(\.00)?, VAT included/)
      }
    }
    await page.goto(shop.url)
    const library = await page.locator('#videos').innerText()
    expect(library.match(/£60\b/g)).toHaveLength(5)
    expect(library.match(/£40\b/g)?.length).toBeGreaterThanOrEqual(2)
    expect(library).toContain('£340')
    await context.close()
  })

  it('is taken over by the browser as it stands, without a complaint, signed in or not', async () => {
    const student = await openAccount(shop, 'reader')
    for (const isSignedIn of [false, true]) {
      const { page, context, problems } = await visit(browser)
      if (isSignedIn) await signInAs(page, shop, student)
      for (const address of addresses) {
        await page.goto(address)
        // Kept, not made again: a page that is replaced under the pointer loses the click.
        const main = page.getByRole('main')
        const [words, heading] = [
          await main.innerText(),
          await main.getByRole('heading').first().elementHandle(),
        ]
        await page.mouse.move(300, 300)
        await taken(page)
        expect(await main.innerText(), address).toBe(words)
        expect(await heading?.evaluate((element) => element.isConnected), address).toBe(true)
        const greeting = page.getByText('Welcome, reader')
        if (isSignedIn) await greeting.waitFor()
      }
      expect(problems).toEqual([])
      await context.close()
    }
  })

  it('has nothing for axe to find and nothing too wide, wide and light or narrow and dark', async () => {
    const { page, context } = await visit(browser)
    for (const address of addresses) {
      await page.goto(address)
      await inspect(page, new URL(address).pathname.slice(1).replaceAll('/', '-') || 'home', {
        looks: WIDE_AND_NARROW,
        isWhole: true,
      })
    }
    await context.close()
  })

  it('has links that lead somewhere, to the very anchor', async () => {
    const { page, context } = await visit(browser)
    const links = new Set<string>()
    for (const address of addresses) {
      await page.goto(address)
      const found = await page
        .locator('a[href]')
        .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href))
      for (const link of found) if (link.startsWith(shop.url)) links.add(link)
    }
    const dead: string[] = []
    for (const link of links) {
      const answer = await fetch(link)
      const { hash, pathname } = new URL(link)
      const id = hash.slice(1)
      // The account page has its parts once it knows whose it is.
      const isThere =
        id === '' ||
        (pathname === paths.account
          ? Object.values(SECTIONS).some((section) => section.id === id)
          : (await answer.text()).includes(`id="${id}"`))
      if (!answer.ok || !isThere) dead.push(link)
    }
    expect(dead).toEqual([])
    await context.close()
  })
})

describe('those who link to a page', () => {
  it('are told addresses that are there: pages, pictures and pieces of video', async () => {
    const named = new Set<string>()
    for (const address of addresses) {
      const [head = ''] = (await (await fetch(address)).text()).split('</head>')
      for (const [url] of head.matchAll(/https?:\/\/localhost:[^"#]*/g)) named.add(url)
    }
    expect([...named].filter((url) => url.includes('/og/'))).toHaveLength(8)
    expect([...named].filter((url) => url.endsWith('.mp4')).length).toBeGreaterThanOrEqual(7)
    const dead: string[] = []
    for (const url of named) if (!(await fetch(url)).ok) dead.push(url)
    expect(dead).toEqual([])
  })
})

describe('a device without a connection', () => {
  it('says so on a page of ours, and goes on where it was when there is one again', async () => {
    const { page, context } = await visit(browser, { ...DESKTOP, serviceWorkers: 'allow' })
    await page.goto(`${shop.url}/support`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/service-worker.js')
      await navigator.serviceWorker.ready
    })
    await context.setOffline(true)
    await page.goto(`${shop.url}/contact`)
    await page.getByRole('heading', { name: 'No connection' }).waitFor()
    expect(await accessibilityErrors(page)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor()
    await context.close()
  })
})

describe('an unknown address', () => {
  it.each(['/nowhere', '/videos/aerobatics', '/a/b/c'])(
    '%s says so, with status 404 and a way home',
    async (path) => {
      const { page, context, problems } = await visit(browser)
      const answer = await page.goto(`${shop.url}${path}`)
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
      expect(await accessibilityErrors(page)).toEqual([])
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
      await page.waitForURL(`${shop.url}/`)
      await page.getByRole('heading', { name: 'Seven films for your private pilot theory' }).waitFor()
      expect(problems).toEqual([])
      await context.close()
    },
  )
})
