/** A code of Stripe's as people read it: "expired_or_canceled_card" is "expired or canceled card". */
export function stripeCodeWords(code: string): string {
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(code) ? code.replaceAll('_', ' ') : code
}
