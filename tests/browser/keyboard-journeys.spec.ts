import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type Visit, visit } from '#tests/support/browser.ts'
import { createMovingClock, type MovingClock } from '#tests/support/moving-clock.ts'
import { buyByRest, confirmationLink, openAccount, PASSWORD } from '#tests/support/rest-buyer.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { ADMIN, newAdminCode } from './back-office.ts'
import { inspect } from './inspect.ts'
import { focusOrder, pressAt, tabTo, typeAt } from './keyboard.ts'
import { signInAs } from './shopper.ts'

const REFERER = 'Crosswind Strip Owners'
const OWNERS = 'owners@example.com'
const REFERER_PASSWORD = 'crosswind limit fifteen'

let clock: MovingClock
let shop: RunningShop
let browser: Browser
beforeAll(async () => {
  clock = await createMovingClock('2026-11-21T10:00:00Z')
  ;[shop, browser] = await Promise.all([startRunningShop(clock.env), openBrowser()])
})
afterAll(async () => {
  await shop?.stop()
  await clock?.remove()
})

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const password = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })

/** A user with a keyboard only, who types addresses and follows the links of mails. */
async function withoutMouse(walk: (page: Page) => Promise<void>): Promise<void> {
  const visitor: Visit = await visit(browser)
  await walk(visitor.page)
  expect(visitor.problems).toEqual([])
  await visitor.context.close()
}

describe('with a keyboard alone', () => {
  it('an account is opened, left, and entered again with a new password', () =>
    withoutMouse(async (page) => {
      const email = 'keyboard@example.com'
      await page.goto(`${shop.url}/register`)
      await typeAt(page, page.getByLabel('Username'), 'keyboard')
      await typeAt(page, page.getByLabel('Email'), email)
      await typeAt(page, password(page), PASSWORD)
      await typeAt(page, password(page, 'Confirm password'), PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL('**/verify-email-pending')
      await page.goto(await confirmationLink(shop, email))
      await page.getByText('Welcome!').first().waitFor()
      await page.waitForURL(`${shop.url}/`)

      for (const address of ['/verify-email', '/confirm-email', '/account']) {
        await page.goto(shop.url + address)
        await heading(page, /./)
        await inspect(page, `keys${address.replace('/', '-')}`)
      }
      await pressAt(page, page.getByRole('banner').getByRole('button', { name: 'Sign Out' }))
      await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()

      await page.goto(`${shop.url}/login`)
      await inspect(page, 'keys-login')
      await pressAt(page, main(page).getByRole('link', { name: /Forgot/i }))
      await page.waitForURL('**/forgot-password')
      await inspect(page, 'keys-forgot-password')
      await typeAt(page, page.getByLabel('Email'), email)
      await page.keyboard.press('Enter')
      const { links } = await shop.mail(email, /password/i)
      await page.goto(links.find((link) => link.includes('/reset-password')) ?? '')
      await password(page, 'New password').waitFor()
      await inspect(page, 'keys-reset-password')
      await typeAt(page, password(page, 'New password'), 'flare, hold off, settle')
      await typeAt(page, password(page, 'Confirm new password'), 'flare, hold off, settle')
      await page.keyboard.press('Enter')
      // The page that says so goes on to the sign-in by itself.
      await page.waitForURL('**/login')
      await typeAt(page, page.getByLabel('Email'), email)
      await typeAt(page, password(page), 'flare, hold off, settle')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${shop.url}/`)
    }))

  it('a video is played, wound, left and gone on with', async () => {
    const student = await openAccount(shop, 'viewer')
    await buyByRest(shop, student, { videoIds: [2] })
    await withoutMouse(async (page) => {
      await signInAs(page, shop, student)
      await page.goto(`${shop.url}/dashboard`)
      await pressAt(page, button(page, 'Start Navigation'))
      const player = page.getByRole('dialog', { name: 'Navigation' })
      await player.waitFor()
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)

      // Tab stays in the player, and goes through it as it is read.
      const stops = await focusOrder(page, player)
      expect(stops.slice(1, 11)).toEqual([
        'Close',
        'Position',
        'Pause',
        'Mute',
        'Volume',
        'Captions',
        'Speed',
        'Settings',
        'Keyboard help',
        'Full screen',
      ])
      await tabTo(page, page.getByRole('slider', { name: 'Position' }))
      const before = await second(page)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => second(page)).toBeGreaterThan(before + 3)

      await page.keyboard.press('Escape')
      await player.waitFor({ state: 'detached' })
      const go = button(page, /^(Start|Continue) Navigation$/)
      await expect.poll(() => go.evaluate((element) => element === document.activeElement)).toBe(true)
      await button(page, 'Continue Navigation').waitFor()
    })
  })

  it('a referer applies, is approved, is paid, and sets another password', async () => {
    await withoutMouse(apply)
    await withoutMouse(async (page) => {
      await signInAsAdmin(page)
      await pressAt(page, button(page, `Read the application of ${REFERER}`))
      await page.getByRole('dialog', { name: 'Referer Application Details' }).waitFor()
      await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Approve' }))
      await page.getByText('Application Approved', { exact: true }).first().waitFor()
    })
    const code = /\bCROSSWIN\d{1,3}\b/.exec((await shop.mail(OWNERS, /code/i)).text)?.[0] ?? ''
    const all = { videoIds: [1, 2, 3, 4, 5, 6, 7], referralCode: code }
    await buyByRest(shop, await openAccount(shop, 'buyer'), all)
    await withoutMouse(async (page) => {
      await page.goto(`${shop.url}/referer-portal`)
      await typeAt(page, page.getByLabel('Referral code'), code.toLowerCase())
      await typeAt(page, password(page), REFERER_PASSWORD)
      await page.keyboard.press('Enter')
      await heading(page, REFERER)
      await page.getByRole('table', { name: 'Referrals' }).waitFor()

      await page.goto(`${shop.url}/referer-reset-password`)
      await typeAt(page, page.getByLabel('Email'), OWNERS)
      await page.keyboard.press('Enter')
      await heading(page, 'Check Your Email')
      const { links } = await shop.mail(OWNERS, /password/i)
      await page.goto(links.find((link) => link.includes('/referer-reset-password/')) ?? '')
      await typeAt(page, password(page, 'New password'), 'another windsock entirely')
      await typeAt(page, password(page, 'Confirm new password'), 'another windsock entirely')
      await page.keyboard.press('Enter')
      await heading(page, 'Password Reset Complete')
    })

    await clock.set('2027-01-02T09:00:00Z')
    await withoutMouse(async (page) => {
      await signInAsAdmin(page)
      const data = { quarterYear: '2026-Q4' }
      const made = await page.request.post(`${shop.url}/api/admin/generate-quarterly-payouts`, { data })
      expect(made.status()).toBe(200)
      await page.reload()
      await pressAt(page, page.getByRole('button', { name: REFERER, exact: true }))
      for (const [name, answer, notice] of [
        [/^Mark as Paid: /, 'Mark as Paid', 'Payment Processed'],
        [/^Reverse the payment of /, 'Reverse', 'Payment Reversed'],
      ] as const) {
        await pressAt(page, page.getByRole('button', { name }))
        const how = page.getByRole('alertdialog').getByLabel('By a bank transfer made by hand')
        if (answer === 'Mark as Paid') await pressAt(page, how, 'Space')
        await pressAt(page, page.getByRole('alertdialog').getByRole('button', { name: answer }))
        await page.getByText(notice, { exact: true }).first().waitFor()
      }
    })
  })
})

/** The long form, in the order in which Tab goes through it. */
async function apply(page: Page): Promise<void> {
  await page.goto(`${shop.url}/referer-register`)
  await tabTo(page, page.getByLabel('An individual'))
  await page.keyboard.press('ArrowDown')
  await page.getByLabel('Organization name').waitFor()
  const answers = [
    ['Organization name', REFERER],
    ['Full name', 'Alex Strip'],
    ['Contact email', OWNERS],
    ['Phone number', '01632 960000'],
    ['Business name', 'Crosswind Strip Owners Ltd'],
    ['Address line 1', '1 Taxiway'],
    ['City', 'Little Crosswind'],
    ['Postcode', 'ZZ9 9ZZ'],
    ['Account name', REFERER],
    ['Sort code', '089999'],
    ['Account number', '66374958'],
  ] as const
  for (const [label, text] of answers) await typeAt(page, page.getByLabel(label), text)
  await typeAt(page, password(page), REFERER_PASSWORD)
  await typeAt(page, password(page, 'Confirm password'), REFERER_PASSWORD)
  for (const label of [/^I accept the terms/, /^I am 18 or older/]) {
    await pressAt(page, page.getByLabel(label), 'Space')
  }
  await pressAt(page, button(page, 'Submit application'))
  await heading(page, 'Application Submitted!')
}

const second = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto(`${shop.url}/admin-login`)
  await typeAt(page, page.getByLabel('Email'), ADMIN.email)
  await typeAt(page, password(page), ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByLabel('Authentication code').waitFor()
  await typeAt(page, page.getByLabel('Authentication code'), await newAdminCode(shop))
  await page.keyboard.press('Enter')
  await heading(page, 'Commission Management Dashboard')
}
