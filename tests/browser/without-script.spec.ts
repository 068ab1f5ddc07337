import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { sharedShop } from '#tests/support/running-shop.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
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
