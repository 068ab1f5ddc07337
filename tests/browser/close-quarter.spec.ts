import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { labelOf, previousQuarter, quarterOf, rangeOf } from '#shared/calendar/quarter.ts'
import { vatPeriodOf, vatPeriodTitle } from '#shared/calendar/vat-period.ts'
import { DESKTOP, openBrowser, type Visit, visit } from '#tests/support/browser.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { signInAsAdmin } from './back-office.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'

let shop: RunningShop
let browser: Browser
let visitor: Visit
let page: Page
const quarter = previousQuarter(quarterOf(new Date()))
/** The quarter that ended last: the year of the demo leaves it to be paid. */
const closed = labelOf(quarter)

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startRunningShop({ DEMO_YEAR: 'on' }), openBrowser()])
  visitor = await visit(browser, DESKTOP)
  page = visitor.page
  await signInAsAdmin(page, shop)
}, 600_000)
afterAll(() => shop?.stop())

/** Looks at the page as it stands, and keeps what was seen where `npm run screenshots` does. */
async function see(name: string): Promise<void> {
  await inspect(page, `close-quarter-${name}`, { looks: WIDE_AND_NARROW })
  const folder = join(projectRoot, 'screenshots')
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `admin-close-quarter-${name}.png`), fullPage: true })
}

const open = (path: string) => page.goto(`${shop.url}${path}`)
const balances = () => page.getByText('It balances', { exact: true }).waitFor()

/** The bank file as it was downloaded: one payment a row below the names of the columns. */
let payments: string[][] = []

describe('the quarter is closed by hand', () => {
  it('its VAT balances, and its boxes open to their documents', async () => {
    await open('/admin/reports')
    await page.getByRole('table', { name: 'VAT periods' }).waitFor()
    const { label } = vatPeriodOf(rangeOf(quarter).start, 1)
    await page.getByRole('link', { name: vatPeriodTitle(label) }).click()
    await balances()
    await page.getByRole('button', { name: 'Boxes 1 and 6: sales' }).click()
    await page.getByRole('table').nth(1).waitFor()
    await see('1-vat')
  }, 120_000)

  it('what a club wrote about its bank is looked at, and the bank file is downloaded', async () => {
    await open('/admin')
    await page.getByRole('button', { name: 'Mark as checked' }).click()
    await page.getByText('Mark as checked').waitFor({ state: 'detached' })
    await see('2-dashboard')
    await page.getByRole('link', { name: `To the payouts for ${closed}` }).click()
    await page.getByRole('button', { name: `Make bank file for ${closed}` }).click()
    const question = page.getByRole('alertdialog')
    await see('3-bank-file')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      question.getByRole('button', { name: 'Make bank file' }).click(),
    ])
    const [, ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    payments = rows.map((row) => row.split(','))
    expect(payments.length).toBeGreaterThan(1)
  }, 120_000)

  it('the bank’s statement marks them as paid', async () => {
    // As an online bank writes it: a title above, money out with a minus, and a pound sign of Windows.
    const day = new Date().toLocaleDateString('en-GB', { timeZone: 'Europe/London' })
    const lines = payments.map(([, , name, amount, reference]) => `${day};${name} ${reference};-${amount}`)
    const text = ['Business account, 12-34-56', 'Date;Description;Amount (£)', ...lines].join('\r\n')
    await page.getByRole('button', { name: 'Read a bank statement' }).click()
    await page
      .getByLabel('Statement (CSV)')
      .setInputFiles({ name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
    const confirm = page.getByRole('button', { name: /^Mark \d+ payouts, £[\d.,]+, as paid$/ })
    await confirm.waitFor()
    await see('4-statement')
    await confirm.click()
    await page.getByText('Payment Processed', { exact: true }).first().waitFor()
    await open(`/admin/reports/payout-runs/${closed}`)
    await balances()
    await page.getByText(`${payments.length} of ${payments.length} paid`).waitFor()
    await see('5-payout-run')
  }, 120_000)

  it('and each club’s statement says that it balances, with its document', async () => {
    await page.getByRole('table', { name: 'Payout run' }).getByRole('link').first().click()
    await balances()
    await page.getByText(/It comes to the £[\d.]+ of the payout, and PAY-\d{6} says the same\.$/).waitFor()
    await see('6-statement')
    expect(visitor.problems).toEqual([])
  }, 120_000)
})
