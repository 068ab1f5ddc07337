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

export const PLACES: Record<Place['to'], string> = {
  order: 'Order',
  dashboard: 'Dashboard',
  operations: 'Operations',
  reports: 'Reports',
  questions: 'Questions',
}

export function addressOf(place: Place): string {
  if (place.to === 'order') return paths.adminOrder(place.orderId)
  if (place.to === 'reports') return paths.adminReports
  if (place.to === 'questions') return paths.adminQuestions
  return place.to === 'dashboard' ? `${paths.admin}#to-check` : paths.adminOperations
}
