/** Why money goes back where nobody typed a reason, as the credit note prints it. */
export const RETURN_REASONS = {
  cancelled: 'The order had been cancelled',
  owned: 'The film was already owned when the payment came in',
  disputed: 'The payment was disputed and the bank returned it',
  refunded: 'Refund',
} as const

/** What somebody chose on Stripe's own page. */
const CHOSEN_AT_STRIPE: Readonly<Record<string, string>> = {
  duplicate: 'The payment was made twice',
  fraudulent: 'The payment was not made by the holder of the card',
  requested_by_customer: 'Refund asked for by the buyer',
}

export function reasonChosenAtStripe(reason: string | null): string {
  return (reason !== null && CHOSEN_AT_STRIPE[reason]) || RETURN_REASONS.refunded
}
