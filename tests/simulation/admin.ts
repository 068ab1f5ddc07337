import { z } from 'zod'
import { type Club, clubDetails } from './club-details.ts'
import type { Step } from './history.ts'
import { type Answer, type People, refusalOf } from './people.ts'
import type { Sale } from './students.ts'
import { ADMIN, type World } from './world.ts'

/** Less than the twelve hours for which a code opens what needs a fresh one. */
const SIGNED_IN_MS = 11 * 60 * 60_000

const SIGN_IN = 'the admin signs in'
const PRICE = 'a price'

/** Numbers as the form shows them. What is masked stays as it is, and what is left out is cleared. */
const MASKED_BANK = { sortCode: '••-••-00', accountNumber: '••••0000' }

type Cookie = Record<string, string>
type AdminWorld = Pick<World, 'clock' | 'db' | 'stripe' | 'whenIdle'> & {
  mail: Pick<World['mail'], 'received'>
}

/** What the shop answers to the admin's password. */
export const challenged = z.object({ sessionToken: z.string() })
/** A tRPC answer. */
export const answerOf = <T extends z.ZodType>(json: T) =>
  z.object({ result: z.object({ data: z.object({ json }) }) })
const failedMails = answerOf(
  z.object({
    mails: z.array(z.object({ id: z.string(), mayHaveArrived: z.boolean(), canRetry: z.boolean() })),
  }),
)
const edited = z.looseObject({
  id: z.int(),
  updatedAt: z.string(),
  title: z.string(),
  description: z.string(),
  durationMinutes: z.int(),
})
const catalog = answerOf(z.object({ videos: z.array(edited) }))

const box = z.string()
const vatPeriods = answerOf(
  z.object({
    periods: z.array(
      z.object({ label: z.string(), boxes: z.object({ box1: box, box4: box, box5: box, box6: box }) }),
    ),
  }),
)

const isRefusedRefund = (answer: Answer) => refusalOf(answer).startsWith('REFUND_')

/** The instructor in the back office: careless, and clicks twice. */
export function createAdmin(
  world: AdminWorld,
  { ask, post, patiently, refused, expectDone, waitForMail }: People,
) {
  let session: { cookie: Cookie; until: number } | null = null
  let signingIn: Promise<Cookie | null> | null = null

  /** What asks for a fresh code is open for a while. Two acts at once need one code. */
  async function signIn(): Promise<Cookie | null> {
    if (session && world.clock.now().getTime() < session.until) return session.cookie
    signingIn ??= openSession().finally(() => {
      signingIn = null
    })
    return signingIn
  }

  /** With password and mailed code. */
  async function openSession(): Promise<Cookie | null> {
    const now = world.clock.now().getTime()
    const from = world.mail.received.length
    const asked = await post('/api/admin/login', ADMIN)
    const challenge = challenged.safeParse(asked.body)
    if (!challenge.success) {
      expectDone(SIGN_IN, [asked], () => false)
      return null
    }
    const authCode = await waitForMail(ADMIN.email, /\b(\d{6})\b/, from)
    if (authCode === null) {
      refused.push({ what: SIGN_IN, detail: 'no code was mailed' })
      return null
    }
    const { sessionToken } = challenge.data
    const answer = await post('/api/admin/verify-code', { sessionToken, authCode })
    const parts = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    if (!expectDone(SIGN_IN, [answer], ({ status }) => status === 200 && parts.length > 0)) return null
    session = { cookie: { cookie: parts.join('; ') }, until: now + SIGNED_IN_MS }
    return session.cookie
  }

  const call = (cookie: Cookie, procedure: string, input: unknown) =>
    post(`/trpc/${procedure}`, { json: input }, cookie)

  /** Null where the admin cannot sign in. */
  async function asAdmin(
    procedure: string,
    input?: unknown,
    method: 'GET' | 'POST' = input ? 'POST' : 'GET',
  ) {
    const cookie = await signIn()
    if (!cookie) return null
    if (method === 'POST') return call(cookie, procedure, input)
    const query = input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : ''
    return ask(`/trpc/${procedure}${query}`, { headers: cookie })
  }

  async function refund(sale: Sale, step: Extract<Step, { kind: 'refund' }>): Promise<void> {
    const cookie = await signIn()
    if (!cookie) return
    const { rows } = await world.db.query<{
      orderId: string
      lineIds: string[]
      back: string
      isWhole: boolean
    }>(
      `select p."orderId", array_agg(l.id order by l.id) as "lineIds",
         p."refundedPence" = 0 and not exists (select 1 from "Refund" r where r."paymentId" = p.id)
           and not exists (select 1 from "Dispute" d where d."paymentId" = p.id) as "isWhole",
         ((select coalesce(sum(r."creditedPence"), 0) from "Refund" r where r."paymentId" = p.id) / 100.0)::numeric(9,2)::text as back
       from "Payment" p join "OrderLine" l on l."orderId" = p."orderId"
       where p."intentId" = $1 and p.status = 'paid' group by p.id`,
      [sale.intentId],
    )
    if (!rows[0]) return
    const { orderId, lineIds, back: seenBack, isWhole } = rows[0]
    const wish = { lineIds: step.of === 'everything' ? lineIds : lineIds.slice(0, 1) }
    const once = () => call(cookie, 'admin.orders.refund', { orderId, wish, reason: 'By mistake', seenBack })
    const clicks = await Promise.all(step.isTwice ? [once(), once()] : [once()])
    const isTouched = isWhole && clicks.some(isRefusedRefund) && (await isTouchedAtStripe(sale))
    if (isWhole && !isTouched) expectDone('a refund', clicks)
  }

  /** Refunded at its dashboard, or disputed: the shop may not have heard of it before. */
  async function isTouchedAtStripe({ intentId }: Sale): Promise<boolean> {
    const { data } = await world.stripe.charges.list({ payment_intent: intentId })
    return data.some(({ amount_refunded, disputed }) => amount_refunded > 0 || disputed)
  }

  /** Both clicks go to different processes. */
  async function payPayouts(): Promise<void> {
    const statement = `select id from "Payout" where status = 'pending'`
    if ((await world.db.query(statement)).rowCount === 0) return
    const cookie = await signIn()
    if (!cookie) return
    // Time may have passed until the code came, and jobs may make payouts again.
    await world.whenIdle()
    const { rows } = await world.db.query<{ id: string }>(statement)
    for (const { id } of rows) {
      const once = () => call(cookie, 'admin.markPaid', { id, paidHow: 'bankTransfer' })
      expectDone('a payout', await Promise.all([once(), once()]))
    }
  }

  /**
   * "Needs attention": what was given up is sent again, and a campaign that refusals paused goes on; what may have arrived
   * is left alone. Returns whether there was any.
   */
  async function attend(): Promise<boolean> {
    const { rows: paused } = await world.db.query<{ id: string }>(
      `select id from "Campaign" where status = 'paused'`,
    )
    const { rowCount: failed } = await world.db.query(
      `select 1 from "OutboxMessage" where status = 'failed' and "dismissedAt" is null`,
    )
    if (paused.length === 0 && failed === 0) return false
    const cookie = await signIn()
    if (!cookie) throw new Error('The admin cannot sign in')
    for (const { id } of paused) await call(cookie, 'admin.campaigns.resume', { id })
    const listed = await ask('/trpc/admin.operations.failedMails', { headers: cookie })
    const { mails } = failedMails.parse(listed.body).result.data.json
    const wanted = mails.filter(({ canRetry, mayHaveArrived }) => canRetry && !mayHaveArrived)
    for (const { id } of wanted) await call(cookie, 'admin.operations.retryMail', { id })
    return paused.length + wanted.length > 0
  }

  async function changePrice({ videoId, pounds }: { videoId: number; pounds: string }): Promise<void> {
    const cookie = await signIn()
    if (!cookie) return
    const listed = await ask('/trpc/admin.catalog.read', { headers: cookie })
    const videos = catalog.safeParse(listed.body).data?.result.data.json.videos
    const video = videos?.find(({ id }) => id === videoId)
    if (!video) return void expectDone(PRICE, [listed], () => false)
    const { id, updatedAt, title, description, durationMinutes } = video
    const input = { id, updatedAt, title, description, durationMinutes, price: pounds }
    expectDone(PRICE, [await call(cookie, 'admin.catalog.updateVideo', input)])
  }

  async function sendCampaign(): Promise<void> {
    const cookie = await signIn()
    if (!cookie) return
    const content = { subject: 'Weather again', htmlContent: '<p>Sunday: low cloud.</p>' }
    expectDone('a campaign', [await call(cookie, 'admin.campaigns.send', { recipients: 'all', ...content })])
  }

  /** Approves a club that has applied, and reads its code. */
  async function openClub(n: number, isVatRegistered: boolean): Promise<Club> {
    const details = clubDetails(n, isVatRegistered)
    const applied = await post('/api/referer-applications', details)
    const { id } = z.object({ id: z.string() }).parse(applied.body)
    const cookie = await signIn()
    if (!cookie) throw new Error('The admin cannot sign in')
    await ask(`/api/admin/referer-applications/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...cookie },
      body: JSON.stringify({ status: 'approved' }),
    })
    const { rows } = await world.db.query<{ id: string; code: string; percent: number }>(
      `select id, "referralCode" as code, "commissionBps" / 100 as percent from "Referer" where "contactEmail" = $1`,
      [details.contactEmail],
    )
    if (!rows[0]) throw new Error('The club was not approved')
    const { percent, ...club } = rows[0]
    return { ...club, details, shares: [{ since: new Date(0), percent }] }
  }

  /** Whether it is the new one from now on. */
  async function changeShare({ id, details }: Club, percent: number): Promise<boolean> {
    const cookie = await signIn()
    if (!cookie) return false
    const { fullName, organizationName, contactEmail, phoneNumber, isVatRegistered, vatNumber } = details
    const party = {
      addressLine1: details.businessAddressLine1,
      city: details.businessCity,
      postcode: details.businessPostcode,
    }
    const named = { name: organizationName, contactEmail, contactName: fullName, phoneNumber, ...party }
    const business = {
      fullBusinessName: details.businessName,
      ...MASKED_BANK,
      accountName: details.bankAccountName,
    }
    const input = { id, ...named, ...business, isVatRegistered, vatNumber, commissionPercentage: percent }
    const answer = await call(cookie, 'admin.updateReferer', input)
    return expectDone('a share', [answer])
  }

  /** The back office's list of VAT periods; null where it does not come. */
  async function readVatPeriods() {
    const cookie = await signIn()
    if (!cookie) return null
    const answer = await ask('/trpc/admin.reports.vatPeriods', { headers: cookie })
    return vatPeriods.safeParse(answer.body).data?.result.data.json.periods ?? null
  }

  return {
    asAdmin,
    refund,
    payPayouts,
    /** Comes back when told to: connections that an outage lost may be noticed here first. */
    attend: () => patiently(attend),
    changePrice,
    sendCampaign,
    openClub,
    changeShare,
    readVatPeriods,
  }
}

export type Admin = ReturnType<typeof createAdmin>
