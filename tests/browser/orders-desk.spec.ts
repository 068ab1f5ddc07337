import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { buyByRest, openAccount, post, type Student } from '#tests/support/rest-buyer.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { signInAsAdmin } from './back-office.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'

const REFERER = 'Hedgerow Flying Club'

let shop: RunningShop
let browser: Browser
let kim: Student
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startRunningShop(), openBrowser()])
  kim = await openAccount(shop, 'kim-windsock')
  // Navigation and Communications, 10% off.
  const bought = await buyByRest(shop, kim, { videoIds: [2, 7], referralCode: 'HEDGEROW17' })
  expect(bought.total).toBe('90.00')
  await post(`${shop.url}/api/auth/register`, {
    username: 'lee-hangar',
    email: 'lee@exmaple.com',
    password: 'long final, number two',
    accountType: 'personal',
  })
})
afterAll(async () => {
  await shop?.stop()
})

const noticeOf = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

async function search(page: Page, words: string): Promise<void> {
  await page.getByLabel('Find a student or an order').fill(words)
  await page.getByRole('button', { name: 'Find' }).click()
}

const videoRow = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: 'Films of this order' }).getByRole('row').filter({ hasText: title })

const hasAccess = z.object({ hasAccess: z.boolean() })

async function isOpen(videoId: number): Promise<boolean> {
  const answer = await fetch(`${shop.url}/api/users/${kim.id}/videos/${videoId}/access`, {
    headers: { authorization: `Bearer ${kim.token}` },
  })
  return answer.ok && hasAccess.parse(await answer.json()).hasAccess
}

const summaries = z.array(z.object({ club: z.object({ name: z.string() }), totalCommission: z.string() }))

async function commissionOf(page: Page): Promise<number> {
  const answer = await page.request.get(`${shop.url}/api/admin/referers-summary`)
  const [earned] = summaries.parse(await answer.json()).filter(({ club }) => club.name === REFERER)
  return Number(earned?.totalCommission)
}

describe('the orders desk', () => {
  it('finds an order, refunds a video and keeps another open longer', async () => {
    const visitor = await visit(browser, DESKTOP)
    const { page } = visitor
    await signInAsAdmin(page, shop)
    const earnedBefore = await commissionOf(page)
    await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('table', { name: 'Orders' }).waitFor()
    await inspect(page, 'orders-1-list', { looks: WIDE_AND_NARROW })
    await page.setViewportSize({ width: 390, height: 844 })
    const row = page.getByRole('row').filter({ hasText: 'kim-windsock' })
    expect((await row.boundingBox())?.height, 'a row on a phone').toBeLessThan(145)
    await page.setViewportSize({ width: 1440, height: 900 })

    await search(page, kim.email)
    await page.getByRole('table', { name: 'Students' }).waitFor()
    await inspect(page, 'orders-2-found', { looks: WIDE_AND_NARROW })
    await page.getByRole('table', { name: 'Orders' }).getByRole('link', { name: /^INV-/ }).click()
    await videoRow(page, 'Navigation')
      .getByText(/^Open until/)
      .waitFor()
    await page.getByRole('heading', { level: 1, name: /^Order INV-/ }).waitFor()
    await inspect(page, 'orders-3-story', { looks: WIDE_AND_NARROW })
    expect(await isOpen(7)).toBe(true)

    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund an order' })
    await dialog.getByText('Nothing yet').waitFor()
    await dialog.getByLabel(/^Communications/).check()
    await dialog.getByText('Access ends: Communications.', { exact: false }).waitFor()
    await dialog.getByLabel('Reason').fill('Bought by mistake')
    await inspect(page, 'orders-4-refund', { looks: WIDE_AND_NARROW })
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      // From the top of the dialog, as it was opened.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll('.dialog-stage, .dialog-body')) element.scrollTop = 0
      })
      for (const label of ['To the buyer', 'VAT in it, 20%', 'Left of the order']) {
        const sum = await dialog.getByText(label).locator('xpath=following-sibling::dd').boundingBox()
        expect((sum?.y ?? height) + (sum?.height ?? 0), `${label} at ${width}`).toBeLessThan(height)
      }
    }
    await dialog.getByRole('button', { name: 'Refund £36.00' }).click()
    await noticeOf(page, 'Refund Sent')
    await videoRow(page, 'Communications')
      .getByText(/^Ended/)
      .waitFor()
    await page.getByRole('table', { name: 'Refunds and disputes' }).getByText('Bought by mistake').waitFor()
    await inspect(page, 'orders-5-refunded', { looks: WIDE_AND_NARROW })

    const credit = await shop.mail(kim.email, /refund/i)
    expect(credit.attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/^CN-\d{6}\.pdf$/),
    ])
    expect(credit.text).toContain('£36.00')
    expect(await isOpen(7)).toBe(false)
    expect(await isOpen(2)).toBe(true)
    expect((await commissionOf(page)) / earnedBefore).toBeCloseTo(0.6, 1)

    await page.getByRole('button', { name: 'Extend access to Navigation' }).click()
    const extending = page.getByRole('dialog', { name: 'Extend access to Navigation' })
    const year = new Date().getFullYear() + 1
    await extending.getByLabel('Open until the end of').fill(`${year}-12-31`)
    await extending.getByRole('button', { name: 'Extend' }).click()
    await extending.getByText('Please say why.').waitFor()
    await inspect(page, 'orders-6-extend', { looks: WIDE_AND_NARROW })
    await extending.getByLabel('Reason').fill('Was ill for a month')
    await extending.getByRole('button', { name: 'Extend' }).click()
    await noticeOf(page, 'Access Extended')
    await videoRow(page, 'Navigation').getByText(`Open until 31 Dec ${year}`).waitFor()
    await page.getByText('Was ill for a month').waitFor()

    await page.getByRole('button', { name: /^Send the email with INV-/ }).click()
    await noticeOf(page, 'Email Sent Again')
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('puts a mistyped address right and opens a video to its owner', async () => {
    const visitor = await visit(browser, PHONE)
    const { page } = visitor
    await signInAsAdmin(page, shop)
    await page.goto(`${shop.url}/admin/orders?q=lee`)
    const name = page.getByRole('table', { name: 'Students' }).getByRole('link', { name: 'lee-hangar' })
    await name.scrollIntoViewIfNeeded()
    const isMetBeside = await name.evaluate((link) => {
      const { x, y, width, height } = link.getBoundingClientRect()
      return [-21, 21].map((by) => document.elementFromPoint(x + width / 2, y + height / 2 + by) === link)
    })
    expect(isMetBeside, 'a name in a row is as high as a finger').toEqual([true, true])
    await name.click()
    await page.getByRole('button', { name: 'Correct the address' }).click()
    await page.getByLabel('Email').fill('lee@example.com')
    await page.getByRole('button', { name: 'Correct and send a link' }).click()
    await noticeOf(page, 'Address Corrected')
    const { links } = await shop.mail('lee@example.com', /Confirm your email/)
    expect(links.some((link) => link.includes('/verify-email?token='))).toBe(true)

    await page.getByRole('button', { name: 'Grant access' }).click()
    const dialog = page.getByRole('dialog', { name: 'Grant access to lee-hangar' })
    await dialog.getByLabel('Film').selectOption({ label: 'Meteorology' })
    await dialog.getByLabel('Open until the end of').fill(`${new Date().getFullYear() + 1}-01-31`)
    await dialog.getByLabel('Reason').fill('Prize at the club evening')
    await dialog.getByRole('button', { name: 'Grant access' }).click()
    await noticeOf(page, 'Access Granted')
    await page.getByRole('table', { name: 'Films of this student' }).getByText('Meteorology').waitFor()
    await inspect(page, 'orders-7-student', { looks: WIDE_AND_NARROW })

    await page.goto(`${shop.url}/admin/orders?q=nobody-is-called-this`)
    await page.getByText('Nothing found').waitFor()
    await inspect(page, 'orders-8-nothing', { looks: WIDE_AND_NARROW })
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})
