import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '#server/infra/db.ts'
import { createLogger } from '#server/infra/log.ts'
import { type JobQueue, openQueue } from '#server/infra/queue.ts'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { signInAsAdmin } from './back-office.ts'
import { inspect, type Look } from './inspect.ts'

let place: TestDatabase
let database: Database
let queue: JobQueue
let shop: RunningShop
let browser: Browser
beforeAll(async () => {
  place = await createTestDatabase()
  database = openDatabase(place.url)
  ;[shop, browser] = await Promise.all([startRunningShop({ DATABASE_URL: place.url }), openBrowser()])
  const log = createLogger({ level: 'silent', pretty: false, destination: { write() {} } })
  queue = openQueue({ databaseUrl: place.url }, log)
})
afterAll(async () => {
  await queue?.close()
  await shop?.stop()
  await database?.close()
  await place?.drop()
})

const SIZES: readonly Look[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 820, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 320, colorScheme: 'light' },
]

/** Renames a table until a job that runs every three seconds has failed three times. */
async function failRequeues(): Promise<void> {
  await database.pool.query('alter table "Campaign" rename to "Campaign_renamed"')
  try {
    await vi.waitFor(
      async () => {
        const failed = await queue.listFailed({ limit: 10, offset: 0 })
        expect(failed.length).toBeGreaterThanOrEqual(3)
      },
      { timeout: 120_000, interval: 500 },
    )
  } finally {
    await database.pool.query('alter table "Campaign_renamed" rename to "Campaign"')
  }
}

describe('the operations page', () => {
  it('shows a shop that is well, who signed in, and what is still demo', async () => {
    const visitor = await visit(browser)
    const { page } = visitor
    await signInAsAdmin(page, shop)
    await page
      .getByRole('navigation', { name: 'Back office' })
      .getByRole('link', { name: 'Operations' })
      .click()
    const parts = page.getByRole('table', { name: 'Parts of the shop' })
    await parts.waitFor()
    expect(await parts.getByText('Answers').count()).toBe(4)
    await page
      .getByRole('table', { name: 'Entries of the audit log' })
      .getByRole('row', { name: /^Session opened.*instructor@example\.com/ })
      .waitFor()
    const goLive = page.getByRole('table', { name: 'Going live' })
    await goLive.getByRole('row', { name: /^Payments Demo The sandbox/ }).waitFor()
    await goLive.getByRole('row', { name: /^Database Ready/ }).waitFor()
    await inspect(page, 'operations-1-well', { looks: SIZES })
    expect(visitor.problems).toEqual([])

    await failRequeues()
    await page.reload()
    const failed = page.getByRole('table', { name: 'Failed jobs' })
    await failed.waitFor()
    const [first] = await failed.getByRole('row').filter({ hasText: 'Sweep the mailings' }).all()
    expect(await first?.textContent()).toMatch(/Campaign.*does not exist/)
    await inspect(page, 'operations-2-failed', { looks: SIZES })
    await failed
      .getByRole('button', { name: /^Retry Sweep the mailings/ })
      .first()
      .click()
    await page.getByText('Job Retried', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Retry all that failed: Sweep the mailings' }).click()
    await page.getByText(/^\d+ Jobs? Retried$/).waitFor()
    await failed.waitFor({ state: 'detached' })
    expect(await queue.listFailed({ limit: 10, offset: 0 })).toEqual([])

    await page.getByLabel('Action').selectOption({ label: 'Jobs retried' })
    await page
      .getByRole('table', { name: 'Entries of the audit log' })
      .getByText(/^Count: \d+$/)
      .waitFor()
    await page.getByRole('row', { name: /^Session opened/ }).waitFor({ state: 'detached' })
    await visitor.context.close()
  })
})
