import { DAYS_A_MONTH, drawing } from './drawing.ts'
import type { Drawn, MailSilence, QueueFault, StripeFault } from './history.ts'

/** Sales of these days count from here. */
const FIRST_HUNG = 60_000

/**
 * Stripe does what it is asked and says so when the shop has given up, or says nothing; the mail server says nothing. The SDK
 * asks twice before the shop gives up.
 */
export function drawHangs(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0x4a96)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    const at = { day, minute: below(12 * 60) }
    const silence = { kind: 'stripe fails', how: oneOf<StripeFault>('answer_late', 'never_answer') } as const
    const times = 1 + below(4)
    const buyer = FIRST_HUNG + below(2 * months)
    const videoIds = [1 + below(7)]
    const buy = {
      kind: 'buy',
      buyer,
      videoIds,
      withCode: is(0.5),
      browser: 'tries again',
      card: 'visa',
    } as const
    const kind = is(0.2) ? oneOf('purchase', 'refund', 'mail') : null
    if (kind === 'purchase') {
      steps.push({ ...at, ...silence, times })
      steps.push({ ...at, ...buy, sale: FIRST_HUNG + sales++ })
    } else if (kind === 'refund' && sales > 0) {
      steps.push({ ...at, ...silence, how: 'answer_late', times: 2 })
      const sale = FIRST_HUNG + below(sales)
      steps.push({ ...at, kind: 'refund', sale, isTwice: is(0.5), of: 'everything' })
    } else if (kind === 'mail' && sales > 0) {
      const about = oneOf<MailSilence>('greeting', 'answer', 'answer and mail')
      steps.push({ ...at, kind: 'mail server is silent', about, times: 1 + below(2) })
      steps.push({ ...at, ...buy, sale: FIRST_HUNG + sales++ })
    }
  }
  return steps
}

/** Sales of days on which the queue is away count from here. */
const FIRST_WITHOUT_QUEUE = 80_000

/** The store of the queue refuses, is silent or forgets all it holds, about a purchase or a campaign. */
export function drawQueueFaults(seed: number, months: number): Drawn[] {
  const { below, is, oneOf } = drawing(seed + 0x9e6e)
  // Drawn apart, so that the steps of a seed stay as they were.
  const long = drawing(seed + 0x9e6f)
  const steps: Drawn[] = []
  let sales = 0
  for (let day = 0; day < months * DAYS_A_MONTH; day++) {
    const at = { day, minute: below(12 * 60) }
    const how = oneOf<QueueFault>('refused', 'silent', 'emptied')
    const afterMs = below(700)
    const short = 200 + below(2_500)
    // Longer than the shop waits for anything in a request.
    const forMs = long.is(0.1) ? 10_000 + long.below(30_000) : short
    const away = { kind: 'queue away', how, afterMs, forMs } as const
    const isCampaign = is(0.3)
    if (!is(0.3)) continue
    steps.push({ ...at, ...away })
    if (isCampaign) {
      steps.push({ ...at, kind: 'campaign' })
      continue
    }
    const sale = FIRST_WITHOUT_QUEUE + sales++
    const videoIds = [1 + below(7)]
    const paid = { browser: is(0.5) ? 'confirms' : 'leaves', card: 'visa' } as const
    steps.push({ ...at, kind: 'buy', sale, buyer: sale, videoIds, withCode: is(0.5), ...paid })
  }
  return steps
}
