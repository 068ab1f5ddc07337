import type { Page } from 'playwright-core'
import { vi } from 'vitest'
import type { OpenShop } from '#tests/support/running-shop.ts'

/** The admin of the demo. */
export const ADMIN = { email: 'instructor@example.com', password: 'downwind-checks-complete' }

const codesUsed = new WeakMap<OpenShop, string>()

/** The digits of the newest mail with a code; waits for one other than it gave out last. */
export async function newAdminCode(shop: OpenShop): Promise<string> {
  const readNew = async () => {
    const { text } = await shop.mail(ADMIN.email, /Your admin sign-in code/)
    const code = /\b\d{6}\b/.exec(text)?.[0]
    if (code === undefined || code === codesUsed.get(shop))
      throw new Error('The mail with a new code is not there yet')
    return code
  }
  const code = await vi.waitFor(readNew, { timeout: 60_000, interval: 250 })
  codesUsed.set(shop, code)
  return code
}

/** The first step: address and password. */
export async function giveCredentials(page: Page, shop: OpenShop): Promise<void> {
  await page.goto(`${shop.url}/admin-login`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Authentication code').waitFor()
}

/** Both steps, until the dashboard is there. */
export async function signInAsAdmin(page: Page, shop: OpenShop): Promise<void> {
  await giveCredentials(page, shop)
  await page.getByLabel('Authentication code').fill(await newAdminCode(shop))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { name: 'Referers Summary' }).waitFor()
}
