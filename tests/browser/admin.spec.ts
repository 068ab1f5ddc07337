import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { DESKTOP, openBrowser, PHONE, type Visit, visit } from '#tests/support/browser.ts'
import { buyByRest, openAccount, post } from '#tests/support/rest-buyer.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { ADMIN, giveCredentials, newAdminCode } from './back-office.ts'
import { inspect } from './inspect.ts'

const REFERER = 'Hedgerow Flying Club'
const APPLICATION = {
  applicantType: 'organization',
  fullName: 'Alex Strip',
  organizationName: 'Crosswind Strip Owners',
  contactEmail: 'owners@example.com',
  password: 'crosswind-limit-15',
  confirmPassword: 'crosswind-limit-15',
  phoneNumber: '01632 960000',
  businessName: 'Crosswind Strip Owners Ltd',
  businessAddressLine1: '1 Taxiway',
  businessCity: 'Little Crosswind',
  businessPostcode: 'ZZ9 9ZZ',
  bankAccountName: 'Crosswind Strip Owners',
  bankSortCode: '12-34-56',
  bankAccountNumber: '12344321',
  acceptedTerms: true,
}

let shop: RunningShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startRunningShop(), openBrowser()])
  const bought = await buyByRest(shop, await openAccount(shop, 'by-code'), {
    videoIds: [2],
    referralCode: 'HEDGEROW17',
  })
  expect(bought.total).toBe('54.00')
  await post(`${shop.url}/api/referer-applications`, APPLICATION)
})
afterAll(async () => {
  await shop?.stop()
})

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Authentication code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}

const noticeOf = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

describe('the back office', () => {
  it('lets in who has the password and the newest code', async () => {
    const visitor = await visit(browser, DESKTOP)
    const { page } = visitor
    await page.goto(`${shop.url}/admin`)
    await page.waitForURL('**/admin-login')
    await inspect(page, 'admin-1-login')
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill('upwind-checks')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('main').getByText('Login failed').waitFor()

    await giveCredentials(page, shop)
    await noticeOf(page, 'Authentication Code Sent')
    const first = await newAdminCode(shop)
    await inspect(page, 'admin-2-code')
    await giveCode(
      page,
      first.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
    )
    await page.getByRole('main').getByText('That code is not right. Please check it and try again.').waitFor()
    await inspect(page, 'admin-3-wrong-code')

    // A new code ends the older one.
    await page.getByRole('button', { name: 'Resend code' }).click()
    await noticeOf(page, 'Code Resent')
    await newAdminCode(shop)
    await giveCode(page, first)
    await page.getByRole('main').getByText('That code is not right. Please check it and try again.').waitFor()

    // Back to the login, and from there home.
    await page.getByRole('button', { name: 'Back to login' }).click()
    await page.getByRole('link', { name: 'Back to homepage' }).click()
    await page.waitForURL(`${shop.url}/`)

    await giveCredentials(page, shop)
    expect(await page.getByLabel('Authentication code').inputValue()).toBe('')
    await giveCode(page, await newAdminCode(shop))
    await page.waitForURL('**/admin')
    await noticeOf(page, 'Authentication Successful')
    await page.getByRole('heading', { name: 'Commission Management Dashboard' }).waitFor()
    expect(visitor.problems).toEqual([])

    await checkWidths(page)
    await readTheQuarter(visitor)
    await decideAndManage(visitor)

    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/admin-login')
    await page.goto(`${shop.url}/admin`)
    await page.waitForURL('**/admin-login')
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('can be read on a phone', async () => {
    const visitor = await visit(browser, PHONE)
    const { page } = visitor
    await giveCredentials(page, shop)
    await inspect(page, 'admin-2-code')
    await giveCode(page, await newAdminCode(shop))
    await page.waitForURL('**/admin')
    await openPlaces(page)
    await readTheQuarter(visitor)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})

/** Whether two things stand on one line, neither of them broken over two. */
async function isOneLine(...things: Locator[]): Promise<boolean> {
  const boxes = await Promise.all(things.map((thing) => thing.boundingBox()))
  const [tops, ends] = [
    boxes.map((box) => box?.y ?? 0),
    boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0)),
  ]
  return Math.max(...tops) < Math.min(...ends) && Math.max(...ends) - Math.min(...tops) < 80
}

/** The way home and the sign-out share a line, as the title and its button do; a list has rows, on a desk and on a tablet. */
async function checkWidths(page: Page): Promise<void> {
  const referers = page.getByRole('table', { name: 'Referers Summary' })
  await referers.waitFor()
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 900 })
    const title = page.getByRole('heading', { level: 1 })
    const [home, bulk] = ['Back to homepage', 'Bulk Email'].map((name) =>
      page.getByRole('link', { name, exact: true }),
    )
    if (!home || !bulk) throw new Error('Two links are looked for')
    expect(await isOneLine(title, bulk), `${width}`).toBe(true)
    expect(await isOneLine(home, page.getByRole('button', { name: 'Log out' })), `${width}`).toBe(true)
    const [head, row] = [referers.getByRole('row').first(), referers.getByRole('row').nth(1)]
    expect(await isOneLine(row.getByRole('rowheader'), row.getByRole('cell').last()), `${width}`).toBe(true)
    expect((await head.boundingBox())?.height).toBeGreaterThan(20)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** On a phone the header has one button, which opens the rest; a row leaves out what its page shows. */
async function openPlaces(page: Page): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Back office' })
  const out = page.getByRole('button', { name: 'Log out' })
  const menu = page.getByRole('button', { name: 'Back office', exact: true })
  await menu.waitFor()
  expect([await places.isVisible(), await out.isVisible()]).toEqual([false, false])
  await menu.click()
  await places.getByRole('link', { name: 'Orders' }).waitFor()
  expect(await out.isVisible()).toBe(true)
  await inspect(page, 'admin-4-places')
  await menu.click()
  expect(await places.isVisible()).toBe(false)
  const referers = page.getByRole('table', { name: 'Referers Summary' })
  await referers.waitFor()
  expect(await referers.locator('tbody .table-wide').first().isVisible()).toBe(false)
}

const summaries = z.array(z.object({ club: z.object({ name: z.string() }), totalCommission: z.string() }))

/** The one sale with the demo referer's code, from the figures at the head down to its row. */
async function readTheQuarter(visitor: Visit): Promise<void> {
  const { page } = visitor
  const referers = page.getByRole('table', { name: 'Referers Summary' })
  await referers.waitFor()
  const answer = await page.request.get(`${shop.url}/api/admin/referers-summary`)
  const [earned] = summaries.parse(await answer.json()).filter(({ club }) => club.name === REFERER)
  const commission = `£${earned?.totalCommission}`
  expect(Number(earned?.totalCommission)).toBeGreaterThan(2)
  const figure = page.getByText('Total Commissions').locator('xpath=following-sibling::dd')
  expect(await figure.textContent()).toBe(commission)

  await page.getByRole('button', { name: 'Expand all' }).click()
  const quarter = labelOf(quarterOf(new Date()))
  const row = page
    .getByRole('table', { name: `Quarters of ${REFERER}` })
    .getByRole('row')
    .filter({
      hasText: quarter,
    })
  await row.getByText('Unprocessed').waitFor()
  expect(await row.textContent()).toContain(commission)
  await inspect(page, 'admin-4-dashboard')

  await row.getByRole('button', { name: `Sales of ${quarter}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Quarter Sales Details' })
  const sale = dialog.getByRole('row').filter({ hasText: 'by-code@example.com' })
  await sale.waitFor()
  for (const words of ['Navigation', '£60.00', '£6.00', '£54.00', commission]) {
    expect(await sale.textContent()).toContain(words)
  }
  await inspect(page, 'admin-5-sales')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Collapse all' }).click()

  await page.getByRole('button', { name: 'Add New Referer' }).click()
  await page.getByLabel('Club name').fill('Tuesday Circuit Club')
  expect(await page.getByLabel('Referral code').inputValue()).toMatch(/^TUESDAYC[1-9]\d{0,2}$/)
  await page.getByText('Platform retains 85.5% of the original price').waitFor()
  await inspect(page, 'admin-6-create')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()

  // The dashboard lists those that wait alone.
  await page.goto(`${shop.url}/admin/clubs`)
  await page.getByRole('button', { name: /^Read the application of/ }).click()
  await page.getByRole('dialog', { name: 'Referer Application Details' }).waitFor()
  await inspect(page, 'admin-7-application')
  await page.getByRole('button', { name: 'Close' }).click()
}

/** An application approved, a referer made, a referer edited: each is there after a reload. */
async function decideAndManage(visitor: Visit): Promise<void> {
  const { page } = visitor
  await page.getByRole('button', { name: 'Read the application of Crosswind Strip Owners' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await noticeOf(page, 'Application Approved')
  await shop.mail(APPLICATION.contactEmail, /./)

  await page.getByRole('button', { name: 'Add New Referer' }).click()
  await page.getByLabel('Club name').fill('Windsock Aero Group')
  await page.getByLabel('Contact name').fill('Kim Windsock')
  await page.getByLabel('Contact email').fill('kim@example.com')
  await page.getByLabel('Referral code').fill('windsock204')
  await page.getByLabel('Password', { exact: true }).fill('first-six')
  await page.getByRole('button', { name: 'Create Referer' }).click()
  await noticeOf(page, 'Referer Created')

  await page.getByRole('button', { name: 'Windsock Aero Group', exact: true }).click()
  await page.getByText('No quarterly data available').waitFor()
  await page.getByRole('button', { name: 'Edit details of Windsock Aero Group' }).click()
  await page.getByLabel('Discount, %').fill('12.5')
  await inspect(page, 'admin-8-edit')
  await page.getByRole('tab', { name: 'Banking' }).click()
  await page.getByLabel('Sort code').fill('12')
  await page.getByRole('tab', { name: 'Address' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Sort code must be 6 digits').waitFor()
  await inspect(page, 'admin-9-edit-wrong')
  await page.getByLabel('Sort code').fill('12-34-56')
  await page.getByLabel('Account number').fill('12344321')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await noticeOf(page, 'Club Updated')

  await page.reload()
  await page.getByRole('button', { name: 'Windsock Aero Group', exact: true }).click()
  await page.getByText('Buyers get 12.5% off').waitFor()
  await page.getByRole('button', { name: 'Crosswind Strip Owners', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit details of Windsock Aero Group' }).click()
  await page.getByRole('tab', { name: 'Banking' }).click()
  expect(await page.getByLabel('Sort code').inputValue()).toBe('••-••-56')
  expect(await page.getByLabel('Account number').inputValue()).toBe('••••4321')
  await page.getByRole('button', { name: 'Cancel' }).click()
}
