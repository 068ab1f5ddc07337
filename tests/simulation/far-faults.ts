import { BUYERS_A_MONTH, DAYS_A_MONTH, drawing } from './drawing.ts'
import type { Drawn, StripeFault } from './history.ts'

/** Sales of which no webhook tells, by buyers of their own, count from here; then those of slow mail, and of outages. */
const FIRST_UNHEARD = 20_000
const FIRST_SLOW = 30_000
const FIRST_AWAY = 40_000
/** More than a day has. */
export const ALL = 1_000_000

/** Payments and refunds at Stripe's dashboard that reconciliation alone can find. */
export function drawSilence(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0x51e47)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    const at = { day, minute: below(12 * 60) }
    if (sales > 0 && is(0.1)) {
      const sale = FIRST_UNHEARD + below(sales)
      steps.push({ ...at, kind: 'no webhook comes', isListed: true })
      steps.push({ ...at, kind: 'refund at Stripe', sale, percent: oneOf(100, 40) })
    }
    if (!is(0.08)) continue
    const sale = FIRST_UNHEARD + sales++
    const buyer = FIRST_UNHEARD + below(months * BUYERS_A_MONTH)
    steps.push({ ...at, kind: 'no webhook comes', isListed: is(0.5) })
    const videoIds = [1 + below(7)]
    steps.push({ ...at, ...purchase({ sale, buyer, videoIds }), withCode: is(0.5), browser: 'leaves' })
  }
  return steps
}

/** Both workers are killed while one has a mail in its hands, of a purchase or of a campaign. */
export function drawSlowMail(seed: number, months: number): Drawn[] {
  const { below, is } = drawing(seed + 0x510e)
  const steps: Drawn[] = []
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    if (!is(0.06)) continue
    const at = { day, minute: below(12 * 60) }
    const number = FIRST_SLOW + day
    const byMs = 800 + below(800)
    const videoIds = [1 + below(7)]
    const isCampaign = is(0.4)
    // A campaign begins when the admin's code has come.
    const afterMs = isCampaign ? 2 * byMs + 500 + below(byMs) : 300 + below(2 * byMs)
    steps.push({ ...at, kind: 'mail server is slow', byMs })
    steps.push({ ...at, kind: 'kill', process: 'worker0', afterMs })
    steps.push({ ...at, kind: 'kill', process: 'worker1', afterMs })
    steps.push({
      ...at,
      ...(isCampaign ? { kind: 'campaign' } : purchase({ sale: number, buyer: number, videoIds })),
    })
  }
  return steps
}

/** Events that reach the shop while Stripe answers none of its calls, and mails that are due while the mail server takes none. */
export function drawOutages(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0xa3a7)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    // In the evening: until the day ends.
    const at = { day, minute: 11 * 60 + below(60) }
    const earlier = FIRST_AWAY + below(Math.max(1, sales))
    const away = is(0.1) && sales > 0 ? oneOf('Stripe', 'mail server') : null
    if (away === 'Stripe') {
      const how = oneOf<StripeFault>('api_error', 'hang_up', 'rate_limit')
      steps.push({ ...at, kind: 'stripe fails', how, times: ALL })
      steps.push({ ...at, kind: 'refund at Stripe', sale: earlier, percent: oneOf(100, 40) })
    } else if (away) {
      steps.push({ ...at, kind: 'mail server refuses', times: ALL })
      const videoIds = [1 + below(7)]
      steps.push({ ...at, ...purchase({ sale: FIRST_AWAY + sales++, buyer: earlier, videoIds }) })
    }
    if (!is(0.06)) continue
    const number = FIRST_AWAY + sales++
    steps.push({
      day,
      minute: below(11 * 60),
      ...purchase({ sale: number, buyer: number, videoIds: [1 + below(7)] }),
    })
  }
  return steps
}

/** Sales of payments that Stripe forgets count from here. */
const FIRST_FORGOTTEN = 120_000

/** Payments that were not made, and that Stripe does not know any more; half of their buyers come back and pay. */
export function drawForgotten(seed: number, months: number): Drawn[] {
  const { below, is } = drawing(seed + 0xf0460)
  const steps: Drawn[] = []
  let sale = FIRST_FORGOTTEN
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    if (!is(0.03)) continue
    const at = { day, minute: below(11 * 60) }
    const of = { buyer: sale, videoIds: [1 + below(7)] }
    steps.push({ ...at, ...purchase({ sale, ...of }), browser: 'leaves', card: 'chargeDeclined' })
    steps.push({ ...at, minute: at.minute + 1, kind: 'stripe forgets', sale })
    if (is(0.5))
      steps.push({ ...at, minute: at.minute + 2 + below(60), ...purchase({ sale: sale + 1, ...of }) })
    sale += 2
  }
  return steps
}

/** Whether a step is of a buyer whose payment Stripe forgets. */
export function isForgotten(step: Drawn): boolean {
  return 'sale' in step && step.sale >= FIRST_FORGOTTEN
}

/** A purchase in which the buyer does nothing unusual. */
function purchase(of: { sale: number; buyer: number; videoIds: number[] }) {
  return { kind: 'buy', ...of, withCode: false, browser: 'confirms', card: 'visa' } as const
}
