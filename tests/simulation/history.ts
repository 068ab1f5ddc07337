import { random } from '../../scripts/year/random.ts'

export type ProcessName = 'web0' | 'web1' | 'worker0' | 'worker1'

/** What happens, by whom; `day` and `minute` are of the simulated calendar. Each step stands by itself, so that any can be left out. */
export type Step = { day: number; minute: number } & (
  | { kind: 'buy'; sale: number; buyer: number; videoIds: number[]; withCode: boolean; browser: Browser }
  | { kind: 'watch'; sale: number; percent: number }
  | { kind: 'refund'; sale: number; isTwice: boolean }
  | { kind: 'pay payouts' }
  | { kind: 'kill'; process: ProcessName; afterMs: number }
  | { kind: 'webhooks'; how: 'lost' | 'repeated' | 'reversed' | 'late'; count: number }
  | { kind: 'stripe fails'; how: StripeFault; times: number }
  | { kind: 'mail server refuses'; times: number }
)

/** What the buyer's browser does once the card form has been sent. */
type Browser = 'confirms' | 'confirms twice' | 'leaves'
type StripeFault = 'api_error' | 'hang_up' | 'lose_answer' | 'rate_limit'

export type History = { seed: number; start: string; days: number; steps: Step[] }

const DAYS_A_MONTH = 30
const BUYERS_A_MONTH = 8

/** Everything a seed decides: who acts when, and which faults come in between. */
export function drawHistory(seed: number, months: number): History {
  const draw = random(seed)
  const below = (n: number) => Math.floor(draw() * n)
  const oneOf = <T>(first: T, ...others: T[]): T => [first, ...others][below(others.length + 1)] ?? first
  const days = months * DAYS_A_MONTH
  // Every month of a short run crosses the end of a quarter, and the summer's end is not far.
  const start = new Date(Date.UTC(2026, 8, 8 + below(14), 7)).toISOString()
  const steps: Step[] = []
  let sales = 0
  for (let day = 0; day < days; day++) {
    const at = () => ({ day, minute: below(12 * 60) })
    if (draw() < 0.6) {
      const sale = sales++
      const when = at()
      steps.push({
        ...when,
        kind: 'buy',
        sale,
        buyer: below(months * BUYERS_A_MONTH),
        videoIds: draw() < 0.4 ? [1, 2, 3, 4, 5, 6, 7] : [1 + below(7)],
        withCode: draw() < 0.6,
        browser: oneOf<Browser>('confirms', 'confirms twice', 'leaves'),
      })
      if (draw() < 0.35) {
        const process = oneOf<ProcessName>('web0', 'web1', 'worker0', 'worker1')
        steps.push({ ...when, kind: 'kill', process, afterMs: below(400) })
      }
    }
    if (sales > 0 && draw() < 0.4)
      steps.push({ ...at(), kind: 'watch', sale: below(sales), percent: below(101) })
    if (sales > 0 && draw() < 0.12) {
      steps.push({ ...at(), kind: 'refund', sale: below(sales), isTwice: draw() < 0.5 })
    }
    if (draw() < 0.15) {
      steps.push({
        ...at(),
        kind: 'webhooks',
        how: oneOf('lost', 'repeated', 'reversed', 'late'),
        count: 1 + below(4),
      })
    }
    if (draw() < 0.1) {
      const how = oneOf<StripeFault>('api_error', 'hang_up', 'lose_answer', 'rate_limit')
      steps.push({ ...at(), kind: 'stripe fails', how, times: 1 + below(3) })
    }
    if (draw() < 0.1) steps.push({ ...at(), kind: 'mail server refuses', times: 1 + below(3) })
    if (day % DAYS_A_MONTH === 27) steps.push({ ...at(), kind: 'pay payouts' })
  }
  return { seed, start, days, steps: order(steps) }
}

/** A kill goes before the step of its minute, which it interrupts; equal steps stay as they were drawn. */
function order(steps: Step[]): Step[] {
  const rank = ({ kind }: Step) => (kind === 'kill' ? 0 : 1)
  return steps.toSorted((a, b) => a.day - b.day || a.minute - b.minute || rank(a) - rank(b))
}

/** A step as a person reads it. */
export function describeStep({ day, minute, kind, ...rest }: Step): string {
  const time = `${String(7 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const details = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return `day ${day} ${time}  ${kind}${details.length > 0 ? `  (${details.join(', ')})` : ''}`
}
