import type { Notice } from '#client/lib/toast.ts'
import { type Pence, parsePounds, toPounds } from '#shared/money/money.ts'
import {
  creditedOrAskedPence,
  type RefundableOrder,
  type RefundChoice,
} from '#shared/refunds/refund-quote.ts'
import type { OrderDetailOutput, RefundDetailOutput } from '#shared/schemas/admin-orders.ts'

/** An order's detail as the shared rules of refunds take it. */
export function refundableOf(detail: OrderDetailOutput): RefundableOrder {
  const { commission } = detail
  return {
    totalPence: parsePounds(detail.total),
    vatPence: parsePounds(detail.vat),
    vatRate: detail.vatRate,
    lines: detail.lines.map(({ id, title, paid, exVat, vat }) => ({
      id,
      title,
      grossPence: parsePounds(paid),
      exVatPence: parsePounds(exVat),
      vatPence: parsePounds(vat),
    })),
    credited: { grossPence: parsePounds(detail.credited), vatPence: parsePounds(detail.creditedVat) },
    askedPence: parsePounds(detail.asked),
    commission: commission && {
      earnedPence: parsePounds(commission.earned),
      reversedPence: parsePounds(commission.takenBack),
    },
  }
}

/** What the server compares with its books before it refunds: no admin refunds what another has just refunded. */
export function seenBack(order: RefundableOrder): string {
  return toPounds(creditedOrAskedPence(order))
}

/** "12", "12.5" and "£1,012.50" as pence; null for anything else: a comma parts thousands and nothing else. */
export function typedPence(text: string): Pence | null {
  const [, pounds, rest = ''] = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (pounds === undefined) return null
  return parsePounds(`${Number(pounds.replaceAll(',', ''))}.${rest.padEnd(2, '0')}`)
}

/** A choice as it goes over the wire. */
export function wireChoice(choice: RefundChoice) {
  return 'amountPence' in choice ? { amount: toPounds(choice.amountPence) } : { lineIds: [...choice.lineIds] }
}

/** What is told when a refund was asked for: only Stripe can say that it is done. */
export function refundNotice(status: RefundDetailOutput['status'], what: string): Notice {
  if (status === 'pending' || status === 'succeeded') {
    return { title: 'Refund Sent', description: what, tone: 'good' }
  }
  if (status === 'held') {
    return {
      title: 'Refund Held',
      description: 'Stripe has a refund of the same amount. Say whether it is this one.',
    }
  }
  return {
    title: 'Waiting for Stripe',
    description:
      'Stripe has not answered. The shop asks again by itself; do not refund it on Stripe’s page too.',
  }
}
