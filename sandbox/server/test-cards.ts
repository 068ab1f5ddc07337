/** How a card ends: what its bank says. `code` is Stripe's error code, `decline` the bank's reason. */
export type Refusal = { code: string; decline: string; message: string; advice?: string }

export type TestCard = {
  number: string
  brand: 'visa' | 'mastercard' | 'amex'
  country: string
  /** The server-side name of this card, after `pm_card_`. */
  name: string
  needsAuthentication?: true
  refusal?: Refusal
  isDisputed?: true
  refund?: 'fails' | 'pends'
}

function declined(decline: string, message: string, advice?: string): Refusal {
  return { code: 'card_declined', decline, message, ...(advice ? { advice } : {}) }
}

const GENERIC = declined('generic_decline', 'Your card was declined.', 'try_again_later')
const NO_FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.', 'try_again_later')

function named(code: 'expired_card' | 'incorrect_cvc' | 'processing_error', message: string): Refusal {
  return { code, decline: code, message }
}

const visa = { brand: 'visa', country: 'GB' } as const

/**
 * Stripe's documented test cards, as far as a British shop meets them.
 * One difference: 4242… is issued in Britain here (Stripe's own is American), since the shop's buyers are British.
 */
export const TEST_CARDS: readonly TestCard[] = [
  { ...visa, number: '4242424242424242', name: 'visa' },
  { ...visa, number: '4000056655665556', name: 'visa_debit' },
  { ...visa, number: '4000008260000000', name: 'gb' },
  { number: '5555555555554444', brand: 'mastercard', country: 'GB', name: 'mastercard' },
  { number: '378282246310005', brand: 'amex', country: 'US', name: 'amex' },
  { ...visa, number: '4000002500000003', country: 'FR', name: 'fr' },
  { ...visa, number: '4000002760000016', country: 'DE', name: 'de' },
  { ...visa, number: '4000003720000005', country: 'IE', name: 'ie' },
  { ...visa, number: '4000000360000006', country: 'AU', name: 'au' },
  { ...visa, number: '4000000000000002', name: 'chargeDeclined', refusal: GENERIC },
  { ...visa, number: '4000000000009995', name: 'chargeDeclinedInsufficientFunds', refusal: NO_FUNDS },
  {
    ...visa,
    number: '4000000000009987',
    name: 'chargeDeclinedLostCard',
    refusal: declined('lost_card', 'Your card was declined.', 'do_not_try_again'),
  },
  {
    ...visa,
    number: '4000000000009979',
    name: 'chargeDeclinedStolenCard',
    refusal: declined('stolen_card', 'Your card was declined.', 'do_not_try_again'),
  },
  {
    ...visa,
    number: '4000000000000069',
    name: 'chargeDeclinedExpiredCard',
    refusal: named('expired_card', 'Your card has expired.'),
  },
  {
    ...visa,
    number: '4000000000000127',
    name: 'chargeDeclinedIncorrectCvc',
    refusal: named('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    ...visa,
    number: '4000000000000119',
    name: 'chargeDeclinedProcessingError',
    refusal: named(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  { ...visa, number: '4000002500003155', name: 'authenticationRequiredOnSetup', needsAuthentication: true },
  { ...visa, number: '4000002760003184', name: 'authenticationRequired', needsAuthentication: true },
  { ...visa, number: '4000000000003220', name: 'threeDSecure2Required', needsAuthentication: true },
  {
    ...visa,
    number: '4000008400001629',
    name: 'threeDSecureRequiredChargeDeclined',
    needsAuthentication: true,
    refusal: GENERIC,
  },
  {
    ...visa,
    number: '4000008260003178',
    name: 'authenticationRequiredChargeDeclinedInsufficientFunds',
    needsAuthentication: true,
    refusal: NO_FUNDS,
  },
  { ...visa, number: '4000000000000259', name: 'createDispute', isDisputed: true },
  { ...visa, number: '4000000000005126', name: 'refundFail', refund: 'fails' },
  { ...visa, number: '4000000000007726', name: 'pendingRefund', refund: 'pends' },
]

export function cardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number)
}

export function cardByName(paymentMethodId: string): TestCard | undefined {
  return TEST_CARDS.find((card) => `pm_card_${card.name}` === paymentMethodId)
}
