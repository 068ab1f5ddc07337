import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, type Visit, visit } from '#tests/support/browser.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { ADMIN, signInAsAdmin } from './back-office.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'

const LIST = ['kim@example.com', '  lee@example.com ', '', 'KIM@example.com', 'nobody', 'jo@example.com']

let shop: RunningShop
let browser: Browser
/** The admin's cookie: one sign-in is one code. */
let storageState: Awaited<ReturnType<Visit['context']['storageState']>>
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startRunningShop(), openBrowser()])
  const { page, context } = await visit(browser)
  await signInAsAdmin(page, shop)
  storageState = await context.storageState()
  await context.close()
})
afterAll(async () => {
  await shop?.stop()
})

/** A mail's frame runs no script and so would not answer axe. */
const LOOKS = { looks: WIDE_AND_NARROW, exclude: '.mail-sheet' }

const noticeOf = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

async function generate(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Use Template' }).click()
  await page.getByLabel('Template', { exact: true }).last().selectOption('courseUpdate')
  await page.getByLabel('Course name').fill('Meteorology')
  await page
    .getByLabel('Update details')
    .fill('The chapter on fog is new.\n\nIf the film is yours, it is there already.')
  await page.getByRole('button', { name: 'Generate Template' }).click()
  await page.getByText('HTML and plain text').waitFor()
  expect(await page.getByLabel('Subject').inputValue()).toBe('Course update: Meteorology')
}

async function writeList(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByRole('form').getByLabel('Recipients').selectOption('custom')
  await page.getByLabel('Email addresses').fill(lines.join('\n'))
  await page.getByLabel('Why may you write to them?').fill('Asked for news at the open day')
}

async function send(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Send to ${count} Recipients` }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Send to ${count} Recipients` })
    .click()
  await noticeOf(page, `Successfully sent ${count} emails`)
}

describe('bulk email', () => {
  it('is written, previewed, tested, sent, and ended by a recipient who unsubscribes', async () => {
    const visitor = await visit(browser, { ...DESKTOP, storageState })
    const { page } = visitor
    await page.goto(`${shop.url}/admin`)
    await page.getByRole('link', { name: 'Bulk Email', exact: true }).click()
    await page.getByText('Nothing sent yet').waitFor()
    await inspect(page, 'mailing-1-empty', LOOKS)

    await writeList(page, LIST)
    await generate(page)
    const mail = page.frameLocator('iframe[title="Course update: Meteorology"]')
    await mail.getByRole('heading', { name: 'Meteorology has changed' }).waitFor()
    await mail.getByRole('link', { name: 'Unsubscribe from news' }).waitFor()
    const cardColour = () => mail.locator('.card').evaluate((card) => getComputedStyle(card).backgroundColor)
    expect(await cardColour()).toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: 'Dark' }).click()
    expect(await cardColour()).toBe('rgb(21, 31, 40)')
    await inspect(page, 'mailing-2-preview', LOOKS)

    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await noticeOf(page, `To ${ADMIN.email}.`)
    const test = await shop.mail(ADMIN.email, /^Test: Course update: Meteorology$/)
    expect(test.text).toContain('The chapter on fog is new.')

    await page.getByText('No email address: nobody').waitFor()
    await page.getByText('Written twice, mailed once: KIM@example.com').waitFor()
    await page.getByRole('button', { name: 'Send to 3 Recipients' }).click()
    await page.getByText('These are not email addresses: “nobody”.').waitFor()
    await inspect(page, 'mailing-3-faults', LOOKS)
    await page.getByLabel('Email addresses').fill(LIST.filter((line) => line !== 'nobody').join('\n'))
    await page.getByText(/^Draft saved/).waitFor()

    // The draft is on the server, so another visit finds it.
    await page.reload()
    await page.getByRole('button', { name: 'Open the draft Course update: Meteorology' }).click()
    await page.getByText('Open now').waitFor()
    await send(page, 3)
    await page.getByText('3 sent.', { exact: true }).waitFor()
    await page.getByText(/^None\. What you write is kept/).waitFor()

    await page.getByRole('button', { name: 'Course update: Meteorology' }).click()
    const recipients = page.getByRole('table', { name: 'Recipients' })
    await recipients.getByText('jo@example.com').waitFor()
    expect(await recipients.getByText('Sent', { exact: true }).count()).toBe(3)
    await inspect(page, 'mailing-4-sent', LOOKS)

    await shop.mail('kim@example.com', /^Course update: Meteorology$/)
    await shop.mail('jo@example.com', /^Course update: Meteorology$/)
    const { links } = await shop.mail('lee@example.com', /^Course update: Meteorology$/)
    const reader = await visit(browser)
    await reader.page.goto(links.find((link) => link.includes('/api/unsubscribe/')) ?? '')
    await reader.page.getByText('lee@example.com').waitFor()
    await reader.page.getByRole('button').click()
    await reader.page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    await reader.context.close()

    await page.getByRole('button', { name: 'Use the text again' }).click()
    // The text comes from the server, onto a new sheet.
    await expect.poll(() => page.getByLabel('Subject').inputValue()).toBe('Course update: Meteorology')
    await writeList(page, ['kim@example.com', 'lee@example.com'])
    await page.getByText('Said no to news, left out: lee@example.com').waitFor()
    await send(page, 1)
    await page.getByText('1 sent, 1 left out.').waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('has every mail of the shop to look at', async () => {
    const visitor = await visit(browser, { ...DESKTOP, storageState })
    const { page } = visitor
    await page.goto(`${shop.url}/email-preview`)
    const shown = (title: string) => page.frameLocator(`iframe[title="${title}"]`)
    await shown('Your account is open').getByRole('heading', { name: 'Your account is open' }).waitFor()
    await inspect(page, 'mails-1-welcome', LOOKS)
    for (const [title, subject] of [
      ['Payment confirmation', 'Your films are open'],
      ['Referer welcome', 'Your referral code is HEDGEROW17'],
      ['Password reset', 'Set a new password'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Emails' }).getByText(title, { exact: true }).click()
      await page.getByRole('heading', { name: title }).waitFor()
      await shown(subject).getByRole('heading', { level: 1 }).waitFor()
    }
    await page.getByRole('button', { name: 'Plain text' }).click()
    await page.getByRole('region', { name: 'Set a new password, as plain text' }).waitFor()
    await inspect(page, 'mails-2-text', LOOKS)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})
