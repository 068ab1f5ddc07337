import type pg from 'pg'
import { z } from 'zod'
import { systemClock } from '#server/infra/clock.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { post } from '#tests/support/rest-buyer.ts'
import type { RunningShop } from '#tests/support/running-shop.ts'

const DAY_MS = 24 * 60 * 60_000

const REFERERS = [
  { name: 'First Day Flyers', referralCode: 'FIRSTDAY1' },
  { name: 'Crosswind Strip Owners', referralCode: 'CROSSWIN12' },
  { name: 'Windsock Aero Group', referralCode: 'WINDSOCK204' },
  { name: 'Old Gate Gliding and Microlight Society of the Upper Valley', referralCode: 'OLDGATE7' },
] as const

const APPLICATIONS = [
  {
    applicantType: 'organization',
    organizationName: 'Tuesday Circuit Club',
    contactEmail: 'tuesday@example.com',
  },
  { applicantType: 'individual', contactEmail: 'robin@example.com' },
] as const

const cookieOf = (token: string) => ({ cookie: `admin_session=${token}` })

/** Referers in every standing: not signed in yet, new, about to change something, ended. */
export async function makeReferers(shop: RunningShop, db: pg.Client, admin: string): Promise<void> {
  for (const clubReferer of REFERERS) {
    const contact = {
      contactEmail: `${clubReferer.referralCode.toLowerCase()}@example.com`,
      contactName: 'Jo Secretary',
    }
    const referer = { ...clubReferer, ...contact, password: 'windsock-by-the-hedge' }
    await post(`${shop.url}/api/admin/referers`, referer, cookieOf(admin))
  }
  await db.query(`update "Referer" set "mustChangePassword" = false where "referralCode" <> 'FIRSTDAY1'`)
  await db.query(
    `update "Referer" set "isVatRegistered" = true, "vatNumber" = 'GB111111162' where "referralCode" = 'WINDSOCK204'`,
  )
  await db.query(`update "Referer" set "endedAt" = $1 where "referralCode" = 'OLDGATE7'`, [systemClock.now()])
}

/** Two applications that wait for the admin. */
export async function applyAsReferers(shop: RunningShop): Promise<void> {
  for (const applicant of APPLICATIONS) {
    await post(`${shop.url}/api/referer-applications`, {
      ...applicant,
      fullName: 'Robin Threshold',
      password: 'crosswind-limit-15',
      confirmPassword: 'crosswind-limit-15',
      phoneNumber: '01632 960000',
      businessName: 'Threshold Aviation Ltd',
      businessAddressLine1: '1 Taxiway',
      businessCity: 'Little Crosswind',
      businessPostcode: 'ZZ9 9ZZ',
      bankAccountName: 'Threshold Aviation',
      bankSortCode: '12-34-56',
      bankAccountNumber: '12344321',
      acceptedTerms: true,
    })
  }
}

const payouts = z.array(z.object({ id: z.string() }))

/** Stripe pays out what the sales brought, and the shop reads it. */
export async function payOutBalance({ shop, admin }: { shop: RunningShop; admin: string }): Promise<void> {
  const answer = await fetch(`${shop.url}/dev/stripe/pay-out`, {
    method: 'POST',
    body: new URLSearchParams(),
  })
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`)
  await post(`${shop.url}/trpc/admin.stripePayouts.read`, {}, cookieOf(admin))
}

/** Makes the payouts of the quarters of these days, and pays the oldest. */
export async function payQuarters(
  where: { shop: RunningShop; db: pg.Client; admin: string },
  daysAgo: readonly number[],
): Promise<void> {
  const { shop, db, admin } = where
  const ended = daysAgo.map((days) =>
    labelOf(quarterOf(new Date(systemClock.now().getTime() - days * DAY_MS))),
  )
  for (const quarterYear of ended) {
    await post(`${shop.url}/api/admin/generate-quarterly-payouts`, { quarterYear }, cookieOf(admin))
  }
  const { rows } = await db.query('select "id" from "Payout" order by "quarter" limit 1')
  for (const { id } of payouts.parse(rows)) {
    await post(`${shop.url}/api/admin/mark-paid/${id}`, { id }, cookieOf(admin))
  }
}
