import type { EmailProps } from '#emails/props.ts'
import { lastMomentOfLondonDay } from '#shared/calendar/calendar.ts'
import { cancellationDays } from '#shared/limits.ts'
import type { BoughtOrder } from './bought-order.ts'
import { deductionsOf } from './order-documents.ts'
import { methodName } from './payment-method.ts'

type Confirmation = Omit<EmailProps<'purchase-confirmation'>, 'site'>

/** The confirmation mail of a paid order, with everything that Schedule 2 of the Regulations requires. */
export function purchaseConfirmation(input: {
  order: BoughtOrder
  access: readonly { videoId: number; startsAt: Date; expiresAt: Date }[]
  invoiceNumber: string
  now: Date
}): Confirmation {
  const { order, access, now } = input
  const terms = new Map(access.map((term) => [term.videoId, term]))
  return {
    username: order.buyer.username,
    orderId: order.id,
    orderedAt: now.toISOString(),
    invoiceNumber: input.invoiceNumber,
    paymentMethod: methodName(order.method),
    videos: order.lines.map((line) => {
      const { startsAt, expiresAt } = terms.get(line.videoId) ?? { startsAt: now, expiresAt: now }
      return {
        title: line.title,
        listPence: line.listPence,
        ...(startsAt > now && { startsAt: startsAt.toISOString() }),
        expiresAt: expiresAt.toISOString(),
      }
    }),
    deductions: deductionsOf(order),
    totalPence: order.totalPence,
    vatPence: order.vatPence,
    vatRate: order.vatRate,
    cancellation: order.consent
      ? { right: 'waived', wording: order.consent.wording, agreedAt: order.consent.agreedAt.toISOString() }
      : { right: 'kept', until: lastMomentOfLondonDay(now, cancellationDays).toISOString() },
  }
}
