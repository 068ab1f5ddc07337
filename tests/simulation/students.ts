import { z } from 'zod'
import { pastFaults } from './far-ends.ts'
import type { Step } from './history.ts'
import { type Answer, type Asking, bearer, type People, refusalOf } from './people.ts'
import { priceOf } from './price-law.ts'
import type { World } from './world.ts'

export type Student = {
  email: string
  token: string
  userId: string
  /** The link that confirmed the address. */
  link: string
  /** Headers with the proof that this browser signed in before; none where it did not. */
  browser: Record<string, string>
  /** How many mails of all had come before the account was made. */
  mailsBefore: number
  /** By video what may be kept: the save acknowledged last, and what cannot be known; null is no row. */
  watched: Map<number, (number | null)[]>
}

/** What a buyer knows of a sale: what the shop asked for and what the card form took. */
export type Sale = {
  intentId: string
  buyer: Student
  videoIds: number[]
  /** In pounds, as the shop said it. */
  total: string
  isPaid: boolean
}

/** Stripe keeps more of it than the shop estimates. Some buyers have one. */
const FRENCH = 'fr'

export const PASSWORD = 'left-base-gear-down-27'

/** What the shop answers where it opens a session. */
export const opened = z.object({ token: z.string(), user: z.object({ id: z.string() }) })
const intentMade = z.object({ paymentIntentId: z.string(), total: z.string() })
/** Six of seven were bought one by one: the last one may cost nothing, or less than a card takes. */
const nothingToPay = z.object({ paymentIntentId: z.null() })
const paid = z.object({ success: z.literal(true) })

type Purchase = Extract<Step, { kind: 'buy' }>

export type Students = ReturnType<typeof createStudents>
type StudentsWorld = Pick<World, 'clock' | 'db' | 'stripe'> & {
  mail: Pick<World['mail'], 'received'>
  sandbox: Pick<World['sandbox'], 'controls'>
}

/** People who register, buy and watch. */
export function createStudents(
  world: StudentsWorld,
  people: People,
  codeOf: (club?: number) => string | null,
) {
  const { ask, post, refused, expectDone, waitForMail } = people
  const students = new Map<number, Student>()
  const sales = new Map<number, Sale>()

  async function register(n: number): Promise<Student | null> {
    const known = students.get(n)
    if (known) return signIn(known)
    const email = `buyer${n}@example.com`
    const from = world.mail.received.length
    const account = { username: `buyer${n}`, email, password: PASSWORD, accountType: 'personal' }
    const { status } = await post('/api/auth/register', account)
    // Whose link did not come in time asks for another one.
    if (status === 409) await post('/api/auth/resend-verification', { email })
    const token = await waitForMail(email, /verify-email\?token=([\w-]+)/, from)
    const link = `/api/auth/verify-email?token=${token}`
    // No mail comes where the address was confirmed before, and the answer was lost.
    const answer = token === null ? null : await ask(link)
    const session = opened.safeParse(answer?.body)
    const watched = new Map<number, (number | null)[]>()
    const browser = answer ? knownBrowser(answer) : {}
    const student = { email, token: '', userId: '', link, browser, mailsBefore: from, watched }
    const isIn = session.success
      ? Object.assign(student, { token: session.data.token, userId: session.data.user.id })
      : await signIn(student)
    if (isIn) students.set(n, student)
    return isIn
  }

  async function openSession({ email }: Student, browser = {}) {
    const answer = await post('/api/auth/login', { email, password: PASSWORD }, browser)
    const { data } = opened.safeParse(answer.body)
    return data ? { token: data.token, userId: data.user.id, browser: knownBrowser(answer) } : null
  }

  /** A session lasts its days; afterwards people sign in again. */
  async function signIn(student: Student): Promise<Student | null> {
    const me = student.token === '' ? null : await ask('/api/auth/me', { headers: bearer(student) })
    if (me?.status === 200) return student
    const session = await openSession(student, student.browser)
    if (!session) refused.push({ what: 'a buyer signs in', detail: student.email })
    return session && Object.assign(student, session)
  }

  async function buy(step: Purchase): Promise<void> {
    const buyer = await register(step.buyer)
    if (!buyer) return
    const { videoIds } = step
    const items = { videoIds, bundle: videoIds.length === 7 }
    const referralCode = step.withCode ? codeOf(step.club) : null
    const referral = referralCode === null ? {} : { referralCode }
    const cart = { videoIds, hasCode: referralCode !== null }
    const ask = () => post('/api/create-payment-intent', { items, ...referral }, bearer(buyer))
    const priceBefore = (await hasOrdered(buyer)) ? null : await priceOf(world, cart)
    const first = await ask()
    const made = step.browser === 'tries again' && first.status === 503 ? await ask() : first
    const intent = intentMade.safeParse(made.body)
    if (!intent.success) {
      const isOwned = refusalOf(made) === 'ALREADY_OWNED' && (await areOpen(buyer, videoIds))
      expectDone('a purchase', [made], (one) => isOwned || (priceBefore === null && isTooSmall(one)))
      return
    }
    const { paymentIntentId: intentId, total } = intent.data
    // A price may have been changed meanwhile.
    const prices = [priceBefore, await priceOf(world, cart)]
    if (priceBefore !== null && !prices.includes(total))
      refused.push({ what: 'a price', detail: `£${total} is asked for ${prices.join(' or ')}` })
    const sale = { intentId, buyer, videoIds, total, isPaid: false }
    sales.set(step.sale, sale)
    if (step.browser === 'tries again') await pastFaults(world.sandbox.controls, () => pay(sale, step))
    else await pay(sale, step)
    if (step.browser === 'leaves') return
    const confirm = () => post('/api/payment/success', { paymentIntentId: intentId }, bearer(buyer))
    const once = await confirmations(step, confirm)
    if (sale.isPaid)
      for (const answer of once)
        expectDone('a confirmation', [answer], ({ body }) => paid.safeParse(body).success)
  }

  async function hasOrdered({ userId }: Student): Promise<boolean> {
    const { rowCount } = await world.db.query('select 1 from "Order" where "studentId" = $1', [userId])
    return rowCount !== 0
  }

  async function confirmations({ browser }: Purchase, confirm: () => Promise<Answer>): Promise<Answer[]> {
    if (browser === 'confirms twice') return Promise.all([confirm(), confirm()])
    const first = await confirm()
    return [browser === 'tries again' && first.status === 503 ? await confirm() : first]
  }

  /** Between a browser and Stripe; a fault of the sandbox's is tried again, as Stripe.js does. */
  async function pay(sale: Sale, { card: drawn, buyer }: Purchase): Promise<void> {
    const { intentId } = sale
    const card = drawn === 'visa' && buyer % 4 === 3 ? FRENCH : drawn
    for (let tries = 0; tries < 5 && !sale.isPaid; tries++) {
      const payment_method = `pm_card_${card}`
      const { status } = await world.stripe.paymentIntents
        .confirm(intentId, { payment_method, return_url: 'https://shop.example.com' })
        .catch(() => world.stripe.paymentIntents.retrieve(intentId).catch(() => ({ status: 'unknown' })))
      sale.isPaid = status === 'succeeded'
    }
    if (!sale.isPaid && card !== 'chargeDeclined')
      refused.push({ what: 'a payment', detail: `${intentId} by ${card}` })
  }

  async function isOpen({ userId }: Student, videoId: number): Promise<boolean> {
    const { rowCount } = await world.db.query(
      `select 1 from "Entitlement" where "studentId" = $1 and "videoId" = $2 and "revokedAt" is null
         and "startsAt" <= $3 and "expiresAt" > $3`,
      [userId, videoId, world.clock.now()],
    )
    return rowCount !== 0
  }

  async function areOpen(student: Student, videoIds: readonly number[]): Promise<boolean> {
    for (const videoId of videoIds) if (!(await isOpen(student, videoId))) return false
    return true
  }

  type Save = { percent: number; token: string }

  /** Saves of devices that play at the same time; which of them is the later one cannot be known. */
  async function save(student: Student, videoId: number, saves: readonly Save[]): Promise<void> {
    const wasOpen = await isOpen(student, videoId)
    const done = await Promise.all(
      saves.map(async ({ percent: progress, token }) => {
        const path = `/api/users/${student.userId}/progress`
        const answer = await post(path, { videoId, progress }, bearer({ token }))
        const { status } = answer
        return { answer, progress, isKept: status === 200, isRefused: status >= 400 && status < 500 }
      }),
    )
    if (wasOpen && (await isOpen(student, videoId)))
      for (const { answer } of done) expectDone('a save', [answer])
    const before = done.some(({ isKept }) => isKept) ? [] : (student.watched.get(videoId) ?? [null])
    const now = done.filter(({ isRefused }) => !isRefused).map(({ progress }) => progress)
    student.watched.set(videoId, [...before, ...now])
  }

  async function watch(step: Extract<Step, { kind: 'watch' | 'watch on two devices' }>): Promise<void> {
    const sale = sales.get(step.sale)
    const videoId = sale?.videoIds[0]
    if (!sale || videoId === undefined || !(await signIn(sale.buyer))) return
    const { token } = sale.buyer
    if (step.kind === 'watch') return save(sale.buyer, videoId, [{ percent: step.percent, token }])
    const other = await openSession(sale.buyer)
    const tokens = [token, other?.token ?? token]
    const saves = step.percents.map((percent, n) => ({ percent, token: tokens[n] ?? token }))
    await save(sale.buyer, videoId, saves)
  }

  return { students, sales, signIn, buy, watch }
}

/** A browser that is known has tries of its own; those of others are counted by the one address that all buyers come from. */
function knownBrowser({ headers }: Asking): Record<string, string> {
  const cookie = headers.getSetCookie().find((one) => one.includes('known_student='))
  return cookie ? { cookie: cookie.replace(/;.*/, '') } : {}
}

/** Or nothing: then no payment is made. */
const isTooSmall = (answer: Answer) =>
  refusalOf(answer) === 'ORDER_TOO_SMALL' || nothingToPay.safeParse(answer.body).success
