import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Step } from './history.ts'
import { ADMIN, type World } from './world.ts'

type Buyer = { email: string; token: string; userId: string; watched: Map<number, number> }
/** What a buyer knows of a sale: what the card form took, and what the shop has promised since. */
export type Sale = {
  intentId: string
  buyer: Buyer
  videoIds: number[]
  isPaid: boolean
}
export type Answer = { status: number; body: unknown; hasRetryAfter: boolean; path: string }

const PASSWORD = 'left-base-gear-down-27'
/** How long a person waits for a mail, a process that starts or a busy shop, in real time. */
const PATIENCE_MS = 20_000

const opened = z.object({ token: z.string(), user: z.object({ id: z.string() }) })
const intentMade = z.object({ paymentIntentId: z.string() })
const challenged = z.object({ sessionToken: z.string() })
const failedMails = z.object({
  result: z.object({
    data: z.object({
      json: z.object({
        mails: z.array(z.object({ id: z.string(), mayHaveArrived: z.boolean(), canRetry: z.boolean() })),
      }),
    }),
  }),
})

export type Actors = ReturnType<typeof createActors>

/** People who use the shop over HTTP alone. What they were answered is kept for the laws. */
export function createActors(world: World) {
  const buyers = new Map<number, Buyer>()
  const sales = new Map<number, Sale>()
  const answers: Answer[] = []
  let code: string | null = null
  let turn = 0

  /** Asks one of the web processes, and the other where it has been killed, as a load balancer does. */
  async function ask(path: string, init: RequestInit = {}): Promise<Answer & { headers: Headers }> {
    for (let waited = 0; ; waited += 100) {
      const urls = world.processes.urls()
      const url = urls[turn++ % Math.max(urls.length, 1)]
      const answer = url && (await fetch(`${url}${path}`, init).catch(() => null))
      if (answer) {
        const text = await answer.text().catch(() => '')
        const said = {
          status: answer.status,
          body: parsed(text),
          hasRetryAfter: answer.headers.has('retry-after'),
          path,
        }
        answers.push(said)
        return { ...said, headers: answer.headers }
      }
      if (waited > PATIENCE_MS) throw new Error(`No web process answers ${path}`)
      await pause(100)
    }
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  /** The text of the newest mail to an address; null where none comes in time. */
  async function waitForMail(to: string, pattern: RegExp, from: number): Promise<string | null> {
    for (let waited = 0; waited < PATIENCE_MS; waited += 50) {
      const mail = world.mail.received.slice(from).findLast((one) => one.to === to && pattern.test(one.text))
      if (mail) return pattern.exec(mail.text)?.[1] ?? null
      await pause(50)
    }
    return null
  }

  async function register(n: number): Promise<Buyer | null> {
    const known = buyers.get(n)
    if (known) return signIn(known)
    const email = `buyer${n}@example.com`
    const from = world.mail.received.length
    await post('/api/auth/register', {
      username: `buyer${n}`,
      email,
      password: PASSWORD,
      accountType: 'personal',
    })
    const token = await waitForMail(email, /verify-email\?token=([\w-]+)/, from)
    if (token === null) return null
    const answer = await ask(`/api/auth/verify-email?token=${token}`)
    const session = opened.safeParse(answer.body)
    const buyer = session.success
      ? { email, token: session.data.token, userId: session.data.user.id, watched: new Map<number, number>() }
      : await signIn({ email, token: '', userId: '', watched: new Map() })
    if (buyer) buyers.set(n, buyer)
    return buyer
  }

  /** A session lasts its days; afterwards people sign in again. */
  async function signIn(buyer: Buyer): Promise<Buyer | null> {
    const me = await ask('/api/auth/me', { headers: bearer(buyer) })
    if (me.status === 200) return buyer
    const session = opened.safeParse(
      (await post('/api/auth/login', { email: buyer.email, password: PASSWORD })).body,
    )
    if (!session.success) return null
    return Object.assign(buyer, { token: session.data.token, userId: session.data.user.id })
  }

  async function buy(step: Extract<Step, { kind: 'buy' }>): Promise<void> {
    const buyer = await register(step.buyer)
    if (!buyer) return
    const { videoIds } = step
    const items = { videoIds, bundle: videoIds.length === 7 }
    const referral = step.withCode && code !== null ? { referralCode: code } : {}
    const made = await post('/api/create-payment-intent', { items, ...referral }, bearer(buyer))
    const intent = intentMade.safeParse(made.body)
    if (!intent.success) return
    const { paymentIntentId: intentId } = intent.data
    const sale = { intentId, buyer, videoIds, isPaid: false }
    sales.set(step.sale, sale)
    // Between a browser and Stripe; a fault of the sandbox's is tried again, as Stripe.js does.
    for (let tries = 0; tries < 5 && !sale.isPaid; tries++) {
      const { status } = await world.stripe.paymentIntents
        .confirm(intentId, { payment_method: 'pm_card_visa', return_url: 'https://shop.example.com' })
        .catch(() => world.stripe.paymentIntents.retrieve(intentId).catch(() => ({ status: 'unknown' })))
      sale.isPaid = status === 'succeeded'
    }
    if (!sale.isPaid || step.browser === 'leaves') return
    const confirm = () => post('/api/payment/success', { paymentIntentId: intentId }, bearer(buyer))
    await Promise.all(step.browser === 'confirms' ? [confirm()] : [confirm(), confirm()])
  }

  async function watch(step: Extract<Step, { kind: 'watch' }>): Promise<void> {
    const sale = sales.get(step.sale)
    const videoId = sale?.videoIds[0]
    if (!sale || videoId === undefined || !(await signIn(sale.buyer))) return
    const { status } = await post(
      `/api/users/${sale.buyer.userId}/progress`,
      { videoId, progress: step.percent },
      bearer(sale.buyer),
    )
    if (status === 200) sale.buyer.watched.set(videoId, step.percent)
  }

  /** Signs in with password and mailed code; what asks for a fresh second factor is open for a while. */
  async function admin(): Promise<Record<string, string> | null> {
    const from = world.mail.received.length
    const login = await post('/api/admin/login', ADMIN)
    const challenge = challenged.safeParse(login.body)
    const authCode = challenge.success ? await waitForMail(ADMIN.email, /\b(\d{6})\b/, from) : null
    if (!challenge.success || authCode === null) return null
    const { sessionToken } = challenge.data
    const answer = await post('/api/admin/verify-code', { sessionToken, authCode })
    const cookie = answer.headers.getSetCookie().map((one) => one.split(';')[0])
    return cookie.length > 0 ? { cookie: cookie.join('; ') } : null
  }

  const call = (cookie: Record<string, string>, procedure: string, input: unknown) =>
    post(`/trpc/${procedure}`, { json: input }, cookie)

  async function refund(step: Extract<Step, { kind: 'refund' }>): Promise<void> {
    const sale = sales.get(step.sale)
    const cookie = sale && (await admin())
    if (!sale || !cookie) return
    const { rows } = await world.db.query<{ orderId: string; lineIds: string[] }>(
      `select p."orderId", array_agg(l.id) as "lineIds" from "Payment" p join "OrderLine" l on l."orderId" = p."orderId"
       where p."intentId" = $1 and p.status = 'paid' group by 1`,
      [sale.intentId],
    )
    const input = rows[0] && {
      ...rows[0],
      wish: { lineIds: rows[0].lineIds },
      reason: 'By mistake',
      seenBack: '0.00',
    }
    if (!input) return
    const once = () => call(cookie, 'admin.orders.refund', input)
    await Promise.all(step.isTwice ? [once(), once()] : [once()])
  }

  /** A careless admin clicks twice, and both requests go to different processes. */
  async function payPayouts(): Promise<void> {
    const cookie = await admin()
    if (!cookie) return
    const { rows } = await world.db.query<{ id: string }>(`select id from "Payout" where status = 'pending'`)
    for (const { id } of rows) {
      const once = () => call(cookie, 'admin.markPaid', { id, paidHow: 'bankTransfer' })
      await Promise.all([once(), once()])
    }
  }

  /** "Needs attention": what was given up is sent again; what may have arrived is left alone. Returns how many. */
  async function sendFailedMails(): Promise<number> {
    const cookie = await admin()
    if (!cookie) throw new Error('The admin cannot sign in')
    const listed = await ask('/trpc/admin.operations.failedMails', { headers: cookie })
    const { mails } = failedMails.parse(listed.body).result.data.json
    const wanted = mails.filter(({ canRetry, mayHaveArrived }) => canRetry && !mayHaveArrived)
    for (const { id } of wanted) await call(cookie, 'admin.operations.retryMail', { id })
    return wanted.length
  }

  async function openClub(): Promise<void> {
    const applied = await post('/api/referer-applications', CLUB)
    const { id } = z.object({ id: z.string() }).parse(applied.body)
    const cookie = await admin()
    if (!cookie) throw new Error('The admin cannot sign in')
    const path = `/api/admin/referer-applications/${id}`
    await ask(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...cookie },
      body: JSON.stringify({ status: 'approved' }),
    })
    const { rows } = await world.db.query<{ referralCode: string }>('select "referralCode" from "Referer"')
    code = rows[0]?.referralCode ?? null
    if (code === null) throw new Error('The club was not approved')
  }

  return { buyers, buy, watch, refund, payPayouts, sendFailedMails, openClub, ask, sales, answers }
}

const CLUB = {
  applicantType: 'organization',
  fullName: 'Jo Secretary',
  organizationName: 'Meadow Flying Club',
  contactEmail: 'meadow@example.com',
  password: PASSWORD,
  confirmPassword: PASSWORD,
  phoneNumber: '01632 960000',
  businessName: 'Meadow Flying Club',
  isVatRegistered: false,
  businessAddressLine1: '1 Meadow Lane',
  businessCity: 'Little Crosswind',
  businessPostcode: 'ZZ9 9ZZ',
  bankAccountName: 'Meadow Flyers',
  bankSortCode: '00-00-00',
  bankAccountNumber: '10000001',
  acceptedTerms: true,
  confirmedAdult: true,
}

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
