import { paths } from '#client/site/paths.ts'
import type { AttentionItem, AttentionKind } from '#shared/schemas/attention.ts'

export const KINDS: Record<AttentionKind, string> = {
  dispute: 'Dispute',
  refund: 'Refund',
  refundRequest: 'Asked back',
  unsettledPayment: 'Payment not booked',
  paymentWithoutOrder: 'Payment without order',
  unknownIntent: 'Unknown payment',
  otherMode: 'Stripe’s other mode',
  brokenDocument: 'Document',
  unhandledEvent: 'Stripe event',
  unmatchedBalance: 'Stripe’s balance',
  mail: 'Email',
  payout: 'Payout',
  question: 'Question',
}

type Place = NonNullable<AttentionItem['place']>

/** The button that leads there: what it does. */
export function labelOf(place: Place): string {
  return place.to === 'order' && place.number ? `Open order ${place.number}` : LABELS[place.to]
}

const LABELS: Record<Place['to'], string> = {
  order: 'Open the order',
  operations: 'Open Operations',
  reports: 'Open Reports',
  questions: 'Answer the question',
}

export function addressOf(place: Place): string {
  if (place.to === 'order') return paths.adminOrder(place.orderId)
  if (place.to === 'reports') return paths.adminReports
  return place.to === 'questions' ? paths.adminQuestions : paths.adminOperations
}
