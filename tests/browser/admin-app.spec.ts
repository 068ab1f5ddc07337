import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readAddresses } from '#server/demo/part-addresses.ts'
import { appCode } from '#tests/server/features/admin-auth/codes.ts'
import { DESKTOP, openBrowser, type Visit, visit } from '#tests/support/browser.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { giveCredentials, newAdminCode } from './back-office.ts'
import { EVERY_LOOK, inspect } from './inspect.ts'

const WRONG = 'That code is not right. Please check it and try again.'
const STEP_MS = 30_000

let dataDir: string
let shop: RunningShop
let browser: Browser
let database: pg.Client
let visitor: Visit
let page: Page
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-app-'))
  ;[shop, browser] = await Promise.all([startRunningShop({ DATA_DIR: dataDir }), openBrowser()])
  database = new pg.Client({ connectionString: readAddresses(dataDir).databaseUrl })
  await database.connect()
  visitor = await visit(browser, DESKTOP)
  page = visitor.page
})
afterAll(async () => {
  await database?.end()
  await shop?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The phone with the authenticator app. Digits are good once, so it never shows those of a step twice. */
const app = { secret: '', lastStep: 0 }

async function nextDigits(): Promise<string> {
  const now = () => Math.floor(Date.now() / STEP_MS)
  // The server takes a step more or less than its own: the next one is good now, or in a moment.
  await expect.poll(now, { timeout: 2 * STEP_MS, interval: 250 }).toBeGreaterThanOrEqual(app.lastStep)
  app.lastStep = Math.max(app.lastStep + 1, now())
  return appCode(app.secret, new Date(app.lastStep * STEP_MS))
}

/** Six digits that the app shows at no time near this one. */
function wrongDigits(): string {
  const near = [-2, -1, 0, 1, 2].map((step) => appCode(app.secret, new Date(Date.now() + step * STEP_MS)))
  return (
    ['123456', '234567', '345678', '456789', '567890', '678901'].find((code) => !near.includes(code)) ?? ''
  )
}

let recoveryCodes: string[] = []

async function giveCode(label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}

async function arrive(): Promise<void> {
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { name: 'Referers Summary' }).waitFor()
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/admin-login')
}

/** As if the code of every session had been given 13 hours ago. */
async function ageCodes(): Promise<void> {
  const aged = await database.query(`update "Session" set "stepUpAt" = "stepUpAt" - interval '13 hours'`)
  expect(aged.rowCount).toBeGreaterThan(0)
}

describe('the second way into the back office', () => {
  it('is added after a sign-in with the mailed code', async () => {
    await giveCredentials(page, shop)
    expect(await page.getByRole('button', { name: 'Use the authenticator app' }).count()).toBe(0)
    await giveCode('Authentication code', await newAdminCode(shop))
    await arrive()

    await page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name: 'Security' })
      .click()
    await page.waitForURL('**/admin/security')
    await page.getByRole('table', { name: 'Where you are signed in' }).getByText('This device').waitFor()
    await inspect(page, 'security-1-none', { looks: EVERY_LOOK })

    await page.getByRole('button', { name: 'Add an authenticator app' }).click()
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    const shown = await page.getByText('Key:').locator('code').textContent()
    app.secret = (shown ?? '').replaceAll(' ', '')
    expect(app.secret).toMatch(/^[A-Z2-7]{32}$/)
    const field = page.getByLabel('Authentication code')
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await inspect(page, 'security-2-setup', { looks: EVERY_LOOK })
    await field.fill(wrongDigits())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(WRONG).waitFor()
    await inspect(page, 'security-3-wrong', { looks: EVERY_LOOK })
    await field.fill(await nextDigits())
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('10 of 10 recovery codes left.').waitFor()
    recoveryCodes = await page
      .getByRole('list', { name: 'Recovery codes' })
      .getByRole('listitem')
      .allTextContents()
    expect(new Set(recoveryCodes).size).toBe(10)
    await inspect(page, 'security-4-codes', { looks: EVERY_LOOK })
  })

  it('keeps the codes for the drawer: as a file, and nowhere else', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as text' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('recovery-codes.txt')
    await page.reload()
    await page.getByText('10 of 10 recovery codes left.').waitFor()
    expect(await page.getByText(recoveryCodes[0] ?? 'none').count()).toBe(0)
    const { rows } = await database.query('select "codeHash" from "AdminRecoveryCode"')
    const kept = z.array(z.object({ codeHash: z.string().regex(/^[\da-f]{64}$/) })).parse(rows)
    expect(kept).toHaveLength(10)
    await signOut()
  })

  it('lets in with the digits of the app, each only once', async () => {
    await giveCredentials(page, shop)
    await page.getByRole('button', { name: 'Use the authenticator app' }).click()
    await inspect(page, 'security-5-sign-in-app', { looks: EVERY_LOOK })
    // Those that proved the app, and so were used.
    await giveCode('Authentication code', appCode(app.secret, new Date(app.lastStep * STEP_MS)))
    await page.getByRole('main').getByText(WRONG).waitFor()
    await giveCode('Authentication code', await nextDigits())
    await arrive()
  })

  it('confirms what wants a new code', async () => {
    await page.goto(`${shop.url}/admin/security`)
    await ageCodes()
    await page.getByRole('button', { name: 'Make new recovery codes' }).click()
    const question = page.getByRole('dialog', { name: 'Please confirm with a new code' })
    await question.getByRole('button', { name: 'Use the authenticator app' }).click()
    await inspect(page, 'security-6-step-up', { looks: EVERY_LOOK })
    await question.getByLabel('Authentication code').fill(await nextDigits())
    await question.getByRole('button', { name: 'Verify' }).click()
    const list = page.getByRole('list', { name: 'Recovery codes' })
    await list.waitFor()
    await question.waitFor({ state: 'detached' })
    const renewed = await list.getByRole('listitem').allTextContents()
    expect(renewed).toHaveLength(10)
    expect(renewed.filter((code) => recoveryCodes.includes(code))).toEqual([])
    const older = recoveryCodes[0] ?? ''
    recoveryCodes = renewed
    await signOut()

    await giveCredentials(page, shop)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await giveCode('Recovery code', older)
    await page.getByRole('main').getByText(WRONG).waitFor()
  })

  it('lets in with a recovery code, once', async () => {
    const [code = ''] = recoveryCodes
    // As a hurried hand writes it: small letters, and no hyphen.
    await giveCode('Recovery code', code.toLowerCase().replace('-', ''))
    await arrive()
    await page.goto(`${shop.url}/admin/security`)
    await page.getByText('9 of 10 recovery codes left.').waitFor()
    await inspect(page, 'security-7-in-use', { looks: EVERY_LOOK })
    await signOut()

    await giveCredentials(page, shop)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await giveCode('Recovery code', code)
    await page.getByRole('main').getByText(WRONG).waitFor()
    await inspect(page, 'security-8-used-code', { looks: EVERY_LOOK })
    await giveCode('Recovery code', recoveryCodes[1] ?? '')
    await arrive()
  })

  it('is removed after a confirmation, and the mailed code still signs in', async () => {
    await page.goto(`${shop.url}/admin/security`)
    await page.getByRole('button', { name: 'Remove the app' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the authenticator app?' })
    await question.waitFor()
    await inspect(page, 'security-9-remove', { looks: EVERY_LOOK })
    await question.getByRole('button', { name: 'Remove the app' }).click()
    await page.getByRole('button', { name: 'Add an authenticator app' }).waitFor()
    await signOut()
    await giveCredentials(page, shop)
    expect(await page.getByRole('button', { name: 'Use the authenticator app' }).count()).toBe(0)
    expect(visitor.problems).toEqual([])
  })
})
