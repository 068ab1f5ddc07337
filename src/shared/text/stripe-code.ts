/**
 * What Stripe said as part of a sentence: the code "expired_or_canceled_card" is "expired or canceled card", and a sentence
 * loses its full stop.
 */
export function stripeCodeLabel(said: string): string {
  return /^[a-z0-9]+(_[a-z0-9]+)+$/.test(said) ? said.replaceAll('_', ' ') : said.replace(/[.\s]+$/, '')
}
