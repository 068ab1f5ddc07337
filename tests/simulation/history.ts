import { BUYERS_A_MONTH, DAYS_A_MONTH, drawing } from './drawing.ts'
import { drawForgotten, drawOutages, drawSilence, drawSlowMail } from './far-faults.ts'
import { drawFullDisks } from './full-disk.ts'
import { drawHangs, drawQueueFaults } from './hangs.ts'
import { drawBank, drawBesideClocks, drawClubs, drawOthers } from './others.ts'
import { thin } from './thin.ts'
import { drawVersions } from './versions.ts'

export type ProcessName = 'web0' | 'web1' | 'worker0' | 'worker1'

/**
 * What happens, by whom; `day` and `minute` are of the simulated calendar, `number` is its place in all that the seed drew. Each
 * step stands by itself, so that any can be left out.
 */
export type Step = { number: number } & Drawn
export type Drawn = { day: number; minute: number } & (Act | Interruption)

type Act =
  | {
      kind: 'buy'
      sale: number
      buyer: number
      videoIds: number[]
      withCode: boolean
      /** The first one where none is named. */
      club?: number
      browser: Browser
      card: Card
      /** The version whose page was loaded, where two run; the other one sells. */
      page?: Version
    }
  | { kind: 'watch'; sale: number; percent: number }
  | { kind: 'watch on two devices'; sale: number; percents: [number, number] }
  | { kind: 'refund'; sale: number; isTwice: boolean; of: 'everything' | 'one video' }
  | { kind: 'refund at Stripe'; sale: number; percent: number }
  | { kind: 'refund fails'; sale: number }
  | { kind: 'dispute ends'; sale: number; isWon: boolean }
  /** It does not know the payment of a purchase any more. */
  | { kind: 'stripe forgets'; sale: number }
  | { kind: 'pay payouts' }
  | { kind: 'campaign' }
  | { kind: 'bank file' }
  | { kind: 'bank statement'; hasReturn: boolean }
  | { kind: 'attack'; how: Attack }
  | { kind: 'webhooks'; how: 'lost' | 'repeated' | 'reversed' | 'late'; count: number }
  /** For the rest of the day. Stripe's list of events says what happened, or refuses. */
  | { kind: 'no webhook comes'; isListed: boolean }
  | { kind: 'stripe fails'; how: StripeFault; times: number }
  | { kind: 'mail server refuses'; times: number }
  /** For the rest of the day: before it takes a mail, and before it says so. */
  | { kind: 'mail server is slow'; byMs: number }
  /** It says nothing: to a connection, or once it has a mail, which it keeps or not. */
  | { kind: 'mail server is silent'; about: MailSilence; times: number }
  | { kind: 'look around' }
  | { kind: 'club looks'; club?: number }
  | { kind: 'share of a club'; club: number; percent: number }
  | { kind: 'unsubscribe'; buyer: number }
  | { kind: 'erase'; buyer: number }
  /** One web and one worker process run another version than the rest, until the evening. */
  | { kind: 'two versions'; web: ProcessName; worker: ProcessName }
  /** Of one process, until the next leap. */
  | { kind: 'clock jumps'; process: ProcessName; byMs: number }

/** What comes in the middle of the next step. */
export type Interruption = { afterMs: number } & (
  | { kind: 'kill'; process: ProcessName }
  | { kind: 'stop'; process: ProcessName; forMs: number }
  | { kind: 'database away'; how: DatabaseFault; forMs: number }
  /** Where it runs on Redis: refuses and comes back empty, is silent, or has lost all it held. */
  | { kind: 'queue away'; how: QueueFault; forMs: number }
  | { kind: 'price'; videoId: number; pounds: string }
  /** Each process is ended by SIGTERM and started again, one after the other. */
  | { kind: 'deploy' }
)

/** What the buyer's browser does once the card form has been sent. */
type Browser = 'confirms' | 'confirms twice' | 'leaves' | 'tries again'
/** Stripe's test cards; what they do to a payment or its refund. */
type Card = 'visa' | 'chargeDeclined' | 'refundFail' | 'pendingRefund' | 'createDispute'
export type Attack =
  | 'forges a webhook'
  | 'replays a link'
  | 'reads of others'
  | 'writes for others'
  | 'guesses'
export type StripeFault =
  | 'api_error'
  | 'hang_up'
  | 'lose_answer'
  | 'rate_limit'
  | 'answer_late'
  | 'never_answer'
export type Version = 'old' | 'new'
export type QueueKind = 'postgresql' | 'redis'
/** It refuses connections, is silent, has lost those there are, or has no room on its disk. */
type DatabaseFault = 'closed' | 'silent' | 'lost' | 'full'
export type QueueFault = 'refused' | 'silent' | 'emptied'
export type MailSilence = 'greeting' | 'answer' | 'answer and mail'

/** On quiet days everything has to come to its end. */
export type History = {
  seed: number
  start: string
  days: number
  /** Where the shop's jobs are kept. */
  queue: QueueKind
  quietDays: number[]
  /** Days after which laws are checked; the others pass with the next of them. */
  ownDays: number[]
  /** How much of it happens; null is all. */
  share: number | null
  steps: Step[]
}

const QUIET_EVERY_DAYS = 10
/** Longer histories are thinned: a year of everything at once would be busier than the shop, and take half an hour. */
const FULL_MONTHS = 4
const PROCESSES = ['web0', 'web1', 'worker0', 'worker1'] as const

/** Everything a seed decides: who acts when, and which faults come in between. */
export function drawHistory(seed: number, months: number, queue: QueueKind = 'postgresql'): History {
  const { below } = drawing(seed)
  // Every month of a short run crosses the end of a quarter, and the summer's end is not far.
  const start = new Date(Date.UTC(2026, 8, 8 + below(14), 7)).toISOString()
  const days = months * DAYS_A_MONTH
  const quietDays = Array.from({ length: days / QUIET_EVERY_DAYS }, (_, n) => (n + 1) * QUIET_EVERY_DAYS - 1)
  const drawers = [drawTrade, drawTrouble, drawSilence, drawSlowMail, drawOutages]
  const isThin = months > FULL_MONTHS
  const parts = drawers.map((draw, n) =>
    isThin ? thin(seed * 10 + n, draw(seed, months)) : draw(seed, months),
  )
  // Numbered behind the rest, whose numbers stand in docs/simulation.md.
  const later = [
    drawHangs,
    drawClubs,
    ...(queue === 'redis' ? [drawQueueFaults] : []),
    drawVersions,
    drawFullDisks,
  ].map((draw, n) => {
    const steps = draw(seed, months)
    return isThin ? thin(seed * 10 + drawers.length + n, steps) : steps
  })
  const others = drawOthers(seed, months)
  const drawn = [
    ...order(parts.flat()),
    ...others,
    ...later.flat(),
    ...drawBank(seed, months),
    ...drawForgotten(seed, months),
    ...drawBesideClocks(seed, others),
  ]
  return {
    seed,
    start,
    days,
    queue,
    quietDays,
    ownDays: Array.from({ length: days }, (_, day) => day),
    share: null,
    steps: order(drawn.map((step, number) => ({ number, ...step }))),
  }
}

/** Purchases, refunds and faults on the way. */
function drawTrade(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed)
  below(14) // the start
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    const at = () => ({ day, minute: below(12 * 60) })
    if (is(0.6)) {
      const sale = sales++
      const when = at()
      steps.push({
        ...when,
        kind: 'buy',
        sale,
        buyer: below(months * BUYERS_A_MONTH),
        videoIds: is(0.4) ? [1, 2, 3, 4, 5, 6, 7] : [1 + below(7)],
        withCode: is(0.6),
        browser: oneOf<Browser>('confirms', 'confirms twice', 'leaves'),
        card: 'visa',
      })
      if (is(0.35)) steps.push({ ...when, kind: 'kill', process: oneOf(...PROCESSES), afterMs: below(400) })
    }
    if (sales > 0 && is(0.4)) steps.push({ ...at(), kind: 'watch', sale: below(sales), percent: below(101) })
    if (sales > 0 && is(0.15))
      steps.push({ ...at(), kind: 'refund', sale: below(sales), isTwice: is(0.5), of: 'everything' })
    if (is(0.15)) {
      const how = oneOf('lost', 'repeated', 'reversed', 'late')
      steps.push({ ...at(), kind: 'webhooks', how, count: 1 + below(4) })
    }
    if (is(0.1)) {
      const how = oneOf<StripeFault>('api_error', 'hang_up', 'lose_answer', 'rate_limit')
      steps.push({ ...at(), kind: 'stripe fails', how, times: 1 + below(3) })
    }
    if (is(0.1)) steps.push({ ...at(), kind: 'mail server refuses', times: 1 + below(3) })
    if (day % DAYS_A_MONTH === 27) steps.push({ ...at(), kind: 'pay payouts' })
  }
  return steps
}

/** Sales of this half count from here. */
const FIRST_SALE = 10_000

/** Other cards, Stripe's dashboard, campaigns, devices, attacks and outages. Drawn apart, so that the trade of a seed stays as it was. */
function drawTrouble(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0x5eed)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    const at = () => ({ day, minute: below(12 * 60) })
    const sale = () => FIRST_SALE + below(sales)
    if (is(0.25)) {
      const when = at()
      steps.push({
        ...when,
        kind: 'buy',
        sale: FIRST_SALE + sales++,
        buyer: below(months * BUYERS_A_MONTH),
        videoIds: is(0.5) ? [1, 2, 3, 4, 5, 6, 7] : [1 + below(7), 1 + below(7)],
        withCode: is(0.7),
        browser: oneOf<Browser>('confirms', 'confirms twice', 'leaves'),
        card: oneOf<Card>('visa', 'visa', 'chargeDeclined', 'refundFail', 'pendingRefund', 'createDispute'),
      })
      if (is(0.3)) {
        const pounds = `${20 + below(60)}.${10 + below(90)}`
        steps.push({ ...when, kind: 'price', videoId: 1 + below(7), pounds, afterMs: below(150) })
      }
    }
    if (sales > 0 && is(0.1))
      steps.push({ ...at(), kind: 'refund', sale: sale(), isTwice: is(0.5), of: 'one video' })
    if (sales > 0 && is(0.1))
      steps.push({ ...at(), kind: 'refund at Stripe', sale: sale(), percent: oneOf(100, 40) })
    if (sales > 0 && is(0.1)) steps.push({ ...at(), kind: 'refund fails', sale: sale() })
    if (sales > 0 && is(0.08)) steps.push({ ...at(), kind: 'dispute ends', sale: sale(), isWon: is(0.5) })
    if (sales > 0 && is(0.15)) {
      const percents: [number, number] = [below(101), below(101)]
      steps.push({ ...at(), kind: 'watch on two devices', sale: sale(), percents })
    }
    if (is(0.12)) {
      const how = oneOf<Attack>(
        'forges a webhook',
        'replays a link',
        'reads of others',
        'writes for others',
        'guesses',
      )
      steps.push({ ...at(), kind: 'attack', how })
    }
    if (day % 10 === 6) {
      const when = at()
      steps.push({ ...when, kind: 'campaign' })
      if (is(0.5))
        steps.push({ ...when, kind: 'kill', process: oneOf('worker0', 'worker1'), afterMs: below(600) })
    }
    const fault = { ...at(), afterMs: below(300), forMs: 200 + below(1_500) }
    if (is(0.05)) steps.push({ ...fault, kind: 'stop', process: oneOf(...PROCESSES) })
    if (is(0.05)) steps.push({ ...fault, kind: 'database away', how: oneOf('closed', 'silent', 'lost') })
  }
  return steps
}

const INTERRUPTIONS: readonly string[] = ['kill', 'stop', 'database away', 'queue away', 'price', 'deploy']

/** Whether a step comes in the middle of the one after it. */
export function interrupts<T extends Drawn>(step: T): step is T & Interruption {
  return INTERRUPTIONS.includes(step.kind)
}

/** What interrupts goes before the step of its minute; equal steps stay as they were drawn. */
function order<T extends Drawn>(steps: readonly T[]): T[] {
  return steps.toSorted(
    (a, b) => a.day - b.day || a.minute - b.minute || Number(interrupts(b)) - Number(interrupts(a)),
  )
}
