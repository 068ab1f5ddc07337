import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAddresses } from '#server/demo/part-addresses.ts'
import { projectRoot } from '#server/infra/root.ts'
import { labelOf, previousQuarter, quarterOf } from '#shared/calendar/quarter.ts'
import { formatPounds, parsePounds, pence, sumPence } from '#shared/money/money.ts'
import { sumInWords } from '#shared/money/sum-in-words.ts'
import { DESKTOP, openBrowser, type Visit, visit } from '#tests/support/browser.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { signInAsAdmin } from './back-office.ts'
import { EVERY_LOOK, inspect } from './inspect.ts'

const SALES = 1_500

type Row = Record<string, string>

let dataDir: string
let shop: RunningShop
let browser: Browser
let database: pg.Client
let page: Page
let visitor: Visit
/** The quarter that ended last: its payouts wait. */
const closed = labelOf(previousQuarter(quarterOf(new Date())))

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'shop-reports-'))
  ;[shop, browser] = await Promise.all([startRunningShop({ DATA_DIR: dataDir }), openBrowser()])
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir }
  const seeding = promisify(execFile)(process.execPath, ['scripts/seed-large.mjs', String(SALES)], {
    cwd: projectRoot,
    env,
  })
  expect((await seeding).stdout).toContain(`${SALES} sales are there`)
  database = new pg.Client({ connectionString: readAddresses(dataDir).databaseUrl })
  await database.connect()
  visitor = await visit(browser, DESKTOP)
  page = visitor.page
  await signInAsAdmin(page, shop)
}, 600_000)
afterAll(async () => {
  await database?.end()
  await shop?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function downloaded(act: () => Promise<void>): Promise<{ name: string; rows: Row[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const text = await readFile(await download.path(), 'utf8')
  return { name: download.suggestedFilename(), rows: parse(text, { columns: true }) }
}

const sumOf = (rows: readonly Row[], column: string) =>
  sumPence(rows.map((row) => parsePounds(row[column] ?? '')))
const money = (amount: number) => formatPounds(pence(amount), { sums: true })
const noticeOf = (words: string) => page.getByText(words, { exact: true }).first().waitFor()

async function ask<Result extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Result> {
  const { rows } = await database.query<Result>(sql, values)
  const [row] = rows
  if (!row) throw new Error('Nothing was found')
  return row
}

describe('reports and payments', () => {
  it('reads a quarter and downloads its file, which sums to the page and to the database', async () => {
    await page.getByRole('button', { name: 'Quarterly Financial Reports' }).click()
    const table = page.getByRole('table', { name: 'Quarterly Financial Reports' })
    const row = table.getByRole('row', { name: new RegExp(`^${closed}`) })
    await row.waitFor()
    const { name, rows } = await downloaded(() =>
      page.getByRole('button', { name: `Download CSV of ${closed}` }).click(),
    )
    expect(name).toBe(`quarterly-report-${closed}.csv`)
    const words = await row.innerText()
    for (const column of ['final price', 'VAT', 'card fee', 'commission', 'kept']) {
      expect(words, column).toContain(money(sumOf(rows, column)))
    }
    const sold = await ask<{ total: number; sales: number; fee: number }>(
      `select sum(o."totalPence")::int as total, count(*)::int as sales, sum(p."feePence")::int as fee
       from "Order" o join "Payment" p on p."orderId" = o."id"
       where to_char(o."paidAt" at time zone 'Europe/London', 'YYYY"-Q"Q') = $1`,
      [closed],
    )
    const ledger = await ask<{ sum: number }>(
      'select sum("amountPence")::int as sum from "LedgerEntry" where "quarter" = $1',
      [closed],
    )
    const sales = rows.filter(({ 'final price': price = '' }) => !price.startsWith('-'))
    expect(sumOf(sales, 'final price')).toBe(sold.total)
    expect(new Set(sales.map(({ order }) => order)).size).toBeGreaterThanOrEqual(sold.sales)
    expect(sumOf(rows, 'card fee')).toBe(sold.fee)
    expect(sumOf(rows, 'commission')).toBe(ledger.sum)
  })

  it('opens the revenue, its charts with their tables, and what is kept', async () => {
    await page.getByRole('button', { name: 'Revenue Analytics' }).click()
    await page.getByRole('heading', { name: 'From list price to what is kept' }).waitFor()
    await page.getByText('The figures as a table').click()
    await page.getByRole('table', { name: 'Revenue by month' }).waitFor()
    await page.getByRole('button', { name: 'Without a code' }).click()
    await page.getByRole('table', { name: 'Sales: Without a code' }).waitFor()
    await inspect(page, 'reports-1-analytics', { looks: EVERY_LOOK })
    await page.getByRole('button', { name: 'Revenue Analytics' }).click()
  })

  it('makes the bank file, and names whom it leaves out', async () => {
    await page.getByRole('link', { name: 'Payouts', exact: true }).click()
    await page.getByRole('button', { name: `Make bank file for ${closed}` }).click()
    const question = page.getByRole('alertdialog')
    await inspect(page, 'reports-2-bank-file', { looks: EVERY_LOOK })
    const { name, rows } = await downloaded(() =>
      question.getByRole('button', { name: 'Make bank file' }).click(),
    )
    expect(name).toBe(`payments-${closed}-1.csv`)
    const frozen = await ask<{ sum: number; count: number }>(
      'select sum("totalPence")::int as sum, count(*)::int as count from "Payout" where "exportedAt" is not null',
    )
    expect([rows.length, sumOf(rows, 'Amount')]).toEqual([frozen.count, frozen.sum])
    expect(rows.every((row) => /^\d{6}$/.test(row['Sort code'] ?? ''))).toBe(true)
    const left = page.getByRole('dialog', { name: `Not in the bank file for ${closed}` })
    await left.getByText('No bank details, or not whole').first().waitFor()
    await inspect(page, 'reports-3-left-out', { looks: EVERY_LOOK })
    await left.getByRole('button', { name: 'Close' }).click()
  })

  it('pays all of the file in one step, the sum in figures and words, and takes one back', async () => {
    const before = await ask<{ sum: number; count: number }>(
      'select sum("totalPence")::int as sum, count(*)::int as count from "Payout" where "exportedAt" is not null',
    )
    await page.getByRole('button', { name: `Mark all as paid for ${closed}` }).click()
    const question = page.getByRole('alertdialog')
    // The notice of the file just made may still stand in front of the question, with the same sum.
    await question.getByText(`${before.count} payouts, ${money(before.sum)}`, { exact: true }).waitFor()
    await question.getByText(`${sumInWords(pence(before.sum))}.`).waitFor()
    await inspect(page, 'reports-4-pay-all', { looks: EVERY_LOOK })
    await question.getByRole('button', { name: `Mark ${before.count} as paid` }).click()
    await noticeOf('Payment Processed')
    const after = await ask<{ paid: number; documents: number }>(
      `select count(*)::int as paid, count(d."id")::int as documents from "Payout" p left join "Document" d on d."payoutId" = p."id"
       where p."status" = 'paid' and p."exportedAt" is not null`,
    )
    expect(after).toEqual({ paid: before.count, documents: before.count })

    const one = await ask<{ id: string; name: string }>(
      `select p."id", r."name" from "Payout" p join "Referer" r on r."id" = p."refererId"
       where p."status" = 'paid' and p."exportedAt" is not null order by r."name" limit 1`,
    )
    await page.getByRole('link', { name: 'Clubs', exact: true }).click()
    await page.getByLabel('Find a referer').fill(one.name)
    await page.getByRole('button', { name: one.name, exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`^Reverse the payment of .* for ${closed}$`) }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reverse' }).click()
    await noticeOf('Payment Reversed')
    const reversed = await ask<{ status: string; label: string }>(
      `select p."status", d."label" from "Payout" p join "Document" d on d."payoutId" = p."id" where p."id" = $1`,
      [one.id],
    )
    expect(reversed).toMatchObject({ status: 'pending', label: expect.stringMatching(/^PAY-\d{6}$/) })
    await inspect(page, 'reports-5-reversed', { looks: EVERY_LOOK })
    await page
      .getByRole('button', { name: `Sales of ${closed}` })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Quarter Sales Details' }).getByRole('table').first().waitFor()
    await inspect(page, 'reports-6-quarter-sales', { looks: EVERY_LOOK })
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Mark as Paid: / })
      .first()
      .click()
    await page.getByLabel('Paid on').waitFor()
    await inspect(page, 'reports-7-mark-paid', { looks: EVERY_LOOK })
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(visitor.problems).toEqual([])
  })

  it('keeps the file: all its payments are taken back, and unfreezing asks', async () => {
    await page.getByRole('link', { name: 'Payouts', exact: true }).click()
    await page.getByRole('button', { name: `Take back the payments of payments-${closed}-1.csv` }).click()
    await inspect(page, 'reports-8-take-back', { looks: EVERY_LOOK })
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Take back \d+$/ })
      .click()
    await noticeOf('Payment Reversed')
    await page.getByRole('button', { name: closed, exact: true }).first().click()
    await page.getByRole('button', { name: `Unfreeze all of ${closed}` }).click()
    await page.getByRole('alertdialog').getByText('paid twice').waitFor()
    await inspect(page, 'reports-9-unfreeze', { looks: EVERY_LOOK })
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Unfreeze \d+$/ })
      .click()
    await noticeOf('Payouts Unfrozen')
    await page.getByRole('button', { name: `Make bank file for ${closed}` }).click()
    await page
      .getByRole('alertdialog')
      .getByText(/payouts? stood in/)
      .waitFor()
    await inspect(page, 'reports-10-repeats', { looks: EVERY_LOOK })
    const { name } = await downloaded(() =>
      page.getByRole('alertdialog').getByRole('button', { name: 'Make bank file' }).click(),
    )
    expect(name).toMatch(new RegExp(`^payments-${closed}-2-repeats-\\d+\\.csv$`))
    expect(visitor.problems).toEqual([])
  })
})
