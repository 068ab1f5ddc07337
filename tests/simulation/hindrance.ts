import type { History, Step } from './history.ts'

/** Whether a step may be in the way of those who use the shop as they should. */
const HINDERS = {
  buy: false,
  watch: false,
  'watch on two devices': false,
  'look around': false,
  'club looks': false,
  unsubscribe: false,
  erase: false,
  refund: false,
  price: false,
  campaign: false,
  'share of a club': false,
  'pay payouts': false,
  'bank file': false,
  'bank statement': false,
  'refund at Stripe': false,
  'refund fails': false,
  'dispute ends': false,
  'stripe forgets': false,
  // A browser tells of what was paid as well.
  webhooks: false,
  'no webhook comes': false,
  // Each process ends what it has begun, and others serve meanwhile.
  deploy: false,
  'two versions': false,
  'clock jumps': false,
  attack: true,
  kill: true,
  stop: true,
  'database away': true,
  'queue away': true,
  'stripe fails': true,
  'mail server refuses': true,
  'mail server is slow': true,
  'mail server is silent': true,
} satisfies Record<Step['kind'], boolean>

/** A day on which one of those happens may keep people from what they want. */
export function isHindered({ steps }: History, day: number): boolean {
  return steps.some((step) => step.day === day && HINDERS[step.kind])
}
