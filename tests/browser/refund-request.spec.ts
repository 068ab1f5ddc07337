import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { buyByRest, openAccount, type Student } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { signInAsAdmin } from './back-office.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'
import { buy, signInAs } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const wrongPart = (page: Page) => page.getByRole('region', { name: 'Something wrong?' })
const noticeOf = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name }).click()

/** From what waits in the back office to the order that is asked back. */
async function openRequest(page: Page, { email }: Student): Promise<void> {
  await page.goto(`${shop.url}/admin/attention`)
  const row = page.getByRole('row').filter({ hasText: 'Asked back' }).filter({ hasText: email })
  await row.getByRole('link', { name: /^Open order INV-/ }).click()
}

describe('the wrong film', () => {
  it('is exchanged: asked on the success page on a phone, decided by the admin in one step', async () => {
    const student = await openAccount(shop, 'wrong-film')
    const visitor = await visit(browser, PHONE)
    const { page } = visitor
    await signInAs(page, shop, student)
    await buy(page, shop, ['navigation'])
    await page.getByRole('link', { name: 'Something wrong?' }).click()
    const part = wrongPart(page)
    await part.getByText('The rules, in full').click()
    await part.getByText(/Here nothing was watched, and it was bought today\./).waitFor()
    await part.getByText(/you agreed to this: “Open my films now/).waitFor()
    await inspect(page, 'refund-request-1-rules', { looks: WIDE_AND_NARROW })
    await part.getByLabel('Bought the wrong film').check()
    await part.getByLabel('Another film of the same price in its place').check()
    await part.getByLabel('The film you meant').selectOption({ label: 'Meteorology' })
    await part.getByRole('button', { name: 'Send request' }).click()
    await part.getByText(/^Asked on .*: Meteorology in place of Navigation$/).waitFor()
    expect(await part.getByRole('button', { name: 'Send request' }).count()).toBe(0)
    await inspect(page, 'refund-request-2-waiting', { looks: WIDE_AND_NARROW })
    await shop.mail(student.email, /Your request has arrived/)

    const desk = await visit(browser, DESKTOP)
    await signInAsAdmin(desk.page, shop)
    await openRequest(desk.page, student)
    const request = desk.page.getByRole('region', { name: 'Asks for Meteorology in place of Navigation' })
    await request.getByText('Navigation: not yet').waitFor()
    await inspect(desk.page, 'refund-request-3-answer', { looks: WIDE_AND_NARROW })
    await request.getByLabel(/^Open Meteorology until/).check()
    await request.getByRole('button', { name: 'Exchange' }).click()
    await confirm(desk.page, 'Exchange')
    await noticeOf(desk.page, 'Film Exchanged')
    await desk.page.getByText('exchanged for Meteorology').waitFor()

    const answer = await shop.mail(student.email, /Your film is exchanged/)
    expect(answer.text.replace(/\s+/g, ' ')).toContain('Meteorology is open to you until')
    await page.goto(`${shop.url}/dashboard`)
    await page.getByRole('button', { name: 'Start Meteorology' }).waitFor()
    expect(await page.getByText('Navigation', { exact: true }).count()).toBeLessThanOrEqual(1)
    await page.getByRole('link', { name: 'Something wrong? Meteorology' }).click()
    await wrongPart(page)
      .getByText(/Meteorology is open to you, and Navigation is closed\./)
      .waitFor()
    expect([...visitor.problems, ...desk.problems]).toEqual([])
    await Promise.all([visitor.context.close(), desk.context.close()])
  })

  it('is asked back from the account, declined with words, asked again and refunded', async () => {
    const student = await openAccount(shop, 'asks-back')
    await buyByRest(shop, student, { videoIds: [1, 7] })
    const visitor = await visit(browser)
    const { page } = visitor
    await signInAs(page, shop, student)
    await page.goto(`${shop.url}/account#papers`)
    await page.getByRole('link', { name: /^Something wrong\? INV-/ }).click()
    const part = wrongPart(page)
    // Paid for without the consent of the checkout: the 14 days are kept.
    await part.getByText(/^You can cancel until the end of/).waitFor()
    await part.getByLabel('Communications').check()
    await part.getByLabel(/^£40\.00 back: Communications closes once/).waitFor()
    await part.getByLabel('Changed my mind').check()
    await part.getByRole('button', { name: 'Send request' }).click()
    await part.getByText(/You cancel within the 14 days: the money goes back by/).waitFor()

    const desk = await visit(browser, DESKTOP)
    await signInAsAdmin(desk.page, shop)
    await openRequest(desk.page, student)
    const request = desk.page.getByRole('region', { name: 'Asks money back for Communications' })
    await request.getByText('Cancelled within the 14 days').waitFor()
    await request.getByLabel('Decline').check()
    await request.getByLabel(/^Words to the student/).fill('Which of the two did you mean?')
    await request.getByRole('button', { name: 'Decline' }).click()
    await noticeOf(desk.page, 'Request Declined')
    const no = await shop.mail(student.email, /Your request is declined/)
    expect(no.text).toContain('Which of the two did you mean?')

    await page.reload()
    await part.getByText('Which of the two did you mean?').waitFor()
    await part.getByRole('button', { name: 'Ask for something else' }).click()
    await part.getByLabel('Communications').check()
    await part.getByLabel('Bought the wrong film').check()
    await part.getByLabel(/^Anything to add/).fill('Communications. I fly without a radio.')
    await part.getByRole('button', { name: 'Send request' }).click()
    await part.getByText(/: Communications\. I fly without a radio\.$/).waitFor()
    await desk.page.reload()
    const again = desk.page
      .getByRole('region', { name: 'Asks money back for Communications' })
      .filter({ hasText: 'I fly without a radio' })
    await again.getByRole('button', { name: 'Refund £40.00' }).click()
    await confirm(desk.page, 'Refund £40.00')
    await noticeOf(desk.page, 'Refund Sent')
    await shop.mail(student.email, /Your request is granted/)
    await shop.mail(student.email, /^Refund of £40\.00/)
    await page.reload()
    await part.getByText('The money goes back the way it came.', { exact: false }).waitFor()
    await inspect(page, 'refund-request-4-answered', { looks: WIDE_AND_NARROW })
    expect([...visitor.problems, ...desk.problems]).toEqual([])
    await Promise.all([visitor.context.close(), desk.context.close()])
  })

  it('whose granted refund the bank does not take: the page of the order says so until it is settled', async () => {
    const student = await openAccount(shop, 'not-taken')
    await buyByRest(shop, student, { videoIds: [1], card: 'refundFail' })
    const visitor = await visit(browser)
    const { page } = visitor
    await signInAs(page, shop, student)
    await page.goto(`${shop.url}/account/order?film=1`)
    const part = wrongPart(page)
    await part.getByLabel('Changed my mind').check()
    await part.getByRole('button', { name: 'Send request' }).click()
    await part.getByText(/^Asked on .*: £60\.00 back for Air Law$/).waitFor()

    const desk = await visit(browser, DESKTOP)
    await signInAsAdmin(desk.page, shop)
    await openRequest(desk.page, student)
    await desk.page.getByRole('button', { name: 'Refund £60.00' }).click()
    await confirm(desk.page, 'Refund £60.00')
    await shop.mail(student.email, /^Your refund came back to us/)
    await page.reload()
    await part.getByText('£60.00 has not gone back yet').waitFor()
    await inspect(page, 'refund-request-5-failed', { looks: WIDE_AND_NARROW })
    expect([...visitor.problems, ...desk.problems]).toEqual([])
    await Promise.all([visitor.context.close(), desk.context.close()])
  })
})
