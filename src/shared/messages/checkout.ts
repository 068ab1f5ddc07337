import { headerMessages } from './site.ts'

/** Copy of the checkout and of the page after it (requirements §2, §8, §10). */
export const checkoutMessages = {
  title: 'Checkout',
  orderSummary: 'Order summary',
  pay: (total: string) => `Pay ${total}`,
  paymentFailed: 'Payment Failed',
  paymentError: 'Payment Error',
  unexpected: 'An unexpected error occurred',
  paymentSuccessful: 'Payment Successful',
  stripeNotLoaded: 'Failed to load Stripe.js. Please check your internet connection and try again.',
  intentFailedTitle: 'Checkout could not start',
  changeFailedTitle: 'The order could not be updated',
  intentFailed: 'Your cart is kept. Please try again in a moment.',
  codeEnded: 'The club code has ended and was taken out. Look at the new sum in your cart.',
  cartMovedTitle: 'Your cart has changed',
  cartMoved:
    'It was changed after this page was opened, perhaps in another window. This order is the old one. Nothing was taken for it.',
  takeCart: 'Order what is in the cart now',
  orderGoneTitle: 'This order is no longer open',
  orderGone:
    'It was paid for or replaced on another device, or was open for more than a day. Nothing was taken for it here.',
  orderAgain: 'Order these films again',
  cartGone: 'It was paid for or emptied after this page was opened.',
  openStep: 'Before the films open',
  payStep: 'How you pay',
  otherWays: 'Or pay another way:',
  consentRequired: 'Please confirm that the films may open now.',
  fullNameRequired: 'Please enter the name for the invoice.',
  addressLine1Required: 'Please enter the first line of the address.',
  cityRequired: 'Please enter the town or city.',
  postcodeInvalid: 'Enter a full UK postcode, like ZZ9 9ZZ',
  noVideos: 'Choose at least one video to buy.',
  tooManyVideos: 'An order holds at most 50 videos.',
} as const

const waiting = (decider: string) => `${decider} has not confirmed yet.`

export const checkoutSuccessMessages = {
  title: 'Payment Successful!',
  goToVideos: 'Go to My Videos',
  returnHome: 'Return to Homepage',
  checking: 'Checking your payment...',
  processingTitle: headerMessages.pendingPayment,
  waiting,
  processing: (decider: string) =>
    `${waiting(decider)} What you ordered opens by itself as soon as it does. You may close this page: an email with the invoice tells you.`,
  processingNext: 'If it is refused, nothing is taken and your cart is kept.',
  seePayment: 'See this payment',
  start: (title: string) => `Start ${title}`,
  cancelOrder: 'Cancel this order',
  notCancelledTitle: 'Not cancelled',
  notCancelled:
    'This payment can no longer be cancelled here. Once it is confirmed the films open; write to us if you do not want them.',
  actionTitle: 'One step is missing',
  action: (decider: string) => `${decider} asks you to confirm this payment. Nothing was taken.`,
  failedTitle: 'Payment Failed',
  failed: 'Nothing was taken. Your cart is kept.',
  cancelledTitle: 'Order cancelled',
  cancelled: 'This order was cancelled. Anything paid for it is returned to you.',
} as const

/** Who decides on a payment that is on its way; with a card, and as long as Stripe has not told, the buyer's bank. */
export function deciderOf(method: string | null): string {
  return method === null || method === 'Card' ? 'Your bank' : method
}

/**
 * What a buyer agrees to before paying: Consumer Contracts Regulations 2013, reg. 36 and 37. The version is
 * stored with the order; a change of a word here needs a new version, and the old ones stay.
 */
export const consentWordings = {
  '2026-11': 'Open my films now. I understand that once they are open I lose my 14-day right to cancel.',
  '2026-11-renewal':
    'Open each film now or, where I renew it, when its old term ends. I understand that once its new term has begun I lose my 14-day right to cancel.',
} as const

export const currentConsentVersion = '2026-11' satisfies keyof typeof consentWordings
/** Of an order with a renewal in it. */
export const renewalConsentVersion = '2026-11-renewal' satisfies keyof typeof consentWordings
