import { z } from 'zod'
import type { EmailProps } from '#emails/props.ts'
import type { CreditNoteFacts, InvoiceFacts } from '#server/features/documents/pdf/facts.ts'
import { lastMomentOfLondonDay } from '#shared/calendar/calendar.ts'
import { collectionDiscountLabel } from '#shared/messages/cart.ts'
import { negatePence, type Pence, pence, sumPence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import type { Credit } from '#shared/refunds/split-credit.ts'
import type { OrdersOutput } from '#shared/schemas/orders.ts'
import type { BoughtOrder } from './bought-order.ts'
import type { ListedOrder } from './queries.ts'

type Confirmation = Omit<EmailProps<'purchase-confirmation'>, 'site'>

/** How the terms call the payment methods (requirements §1). */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  klarna: 'Klarna',
  revolut_pay: 'Revolut Pay',
}

/** How a credit note calls money that did not go back to what was paid with. */
const OTHERWISE = 'in another way than it was paid'

/** Days of the right to cancel, after the day of the contract (Consumer Contracts Regulations 2013, reg. 30). */
export const CANCELLATION_DAYS = 14

/** The confirmation mail of a paid order, with all that Schedule 2 of the Regulations wants to be said. */
export function purchaseConfirmation(input: {
  order: BoughtOrder
  access: readonly { videoId: number; expiresAt: Date }[]
  invoiceNumber: string
  now: Date
}): Confirmation {
  const { order, access, now } = input
  const closes = new Map(access.map(({ videoId, expiresAt }) => [videoId, expiresAt]))
  return {
    username: order.buyer.username,
    orderId: order.id,
    orderedAt: now.toISOString(),
    invoiceNumber: input.invoiceNumber,
    paymentMethod: methodName(order),
    films: order.lines.map((line) => ({
      title: line.title,
      listPence: line.listPence,
      expiresAt: (closes.get(line.videoId) ?? now).toISOString(),
    })),
    deductions: deductionsOf(order),
    totalPence: order.totalPence,
    vatPence: order.vatPence,
    vatRate: order.vatRate,
    cancellation: order.consent
      ? { right: 'waived', wording: order.consent.wording, agreedAt: order.consent.agreedAt.toISOString() }
      : { right: 'kept', until: lastMomentOfLondonDay(now, CANCELLATION_DAYS).toISOString() },
  }
}

function deductionsOf(order: BoughtOrder): Confirmation['deductions'] {
  const { collectionDiscountPence, referralDiscountPence, referral } = order
  return [
    ...(collectionDiscountPence > 0
      ? [{ label: collectionDiscountLabel, pence: collectionDiscountPence }]
      : []),
    ...(referralDiscountPence > 0 && referral
      ? [
          {
            label: `${referral.name}, ${basisPointsToPercent(referral.discountBps)}%`,
            pence: referralDiscountPence,
          },
        ]
      : []),
  ]
}

/** What the order's invoice says, but for its number and date (VAT Regulations 1995, reg. 14). */
export function invoiceFacts(input: {
  order: BoughtOrder
  seller: Omit<InvoiceFacts['seller'], 'vatNumber'>
  paidAt: Date
}): Omit<InvoiceFacts, 'number' | 'issuedAt'> {
  const { order, paidAt } = input
  const { name, address, companyNumber } = input.seller
  const months = order.isBundle ? order.terms.bundleMonths : order.terms.singleMonths
  const discountLabel = deductionsOf(order)
    .map(({ label }) => label)
    .join('; ')
  return {
    kind: order.buyer.details?.wantsVatInvoice ? 'full' : 'simplified',
    orderId: order.id,
    seller: { name, address, vatNumber: order.sellerVatNumber, companyNumber },
    buyer: buyerOf(order),
    vatRate: order.vatRate,
    lines: order.lines.map((line) => ({
      description: `${line.title}, film, open for ${months} months`,
      listPence: line.listPence,
      discountPence: line.discountPence,
      discountLabel: discountLabel || null,
      netPence: line.exVatPence,
      vatPence: line.vatPence,
      grossPence: line.grossPence,
    })),
    totals: { netPence: order.exVatPence, vatPence: order.vatPence, grossPence: order.totalPence },
    paidAt: paidAt.toISOString(),
    method: methodName(order),
    cancellation: order.consent ? 'waived' : 'kept',
  }
}

/** What a credit note says, but for its number and date: seller, buyer and rate are those of the invoice it corrects. */
export function creditNoteFacts(input: {
  order: Pick<BoughtOrder, 'id'>
  invoice: InvoiceFacts
  credit: Credit
  reason: string
  sentAt: Date
  isPaidOtherwise: boolean
}): Omit<CreditNoteFacts, 'number' | 'issuedAt'> {
  const { invoice, credit, isPaidOtherwise } = input
  const { number, issuedAt, seller, buyer, vatRate, method } = invoice
  const { lines } = credit
  return {
    orderId: input.order.id,
    seller,
    buyer,
    vatRate,
    invoice: { number, issuedAt },
    reason: input.reason,
    lines:
      lines.length > 0
        ? lines.map((line) => ({ description: `${line.title}, film`, ...sumsOf(line) }))
        : [{ description: `Part of invoice ${number}`, ...sumsOf(credit) }],
    totals: sumsOf(credit),
    refund:
      method === null
        ? null
        : { refundedAt: input.sentAt.toISOString(), method: isPaidOtherwise ? OTHERWISE : method },
  }
}

function sumsOf({ exVatPence, vatPence, grossPence }: Omit<Credit, 'lines'>) {
  return { netPence: exVatPence, vatPence, grossPence }
}

/** The mail about money that goes back. */
export function refundMail(input: {
  order: BoughtOrder
  credit: Credit
  sentAt: Date
  creditNoteNumber: string
  hasAccessEnded: boolean
  isPaidOtherwise: boolean
  reason: Exclude<EmailProps<'payment-refunded'>['reason'], 'order-cancelled'>
}): Omit<EmailProps<'payment-refunded'>, 'site'> {
  const { order, credit, creditNoteNumber, hasAccessEnded, isPaidOtherwise } = input
  return {
    username: order.buyer.username,
    orderId: order.id,
    refundedAt: input.sentAt.toISOString(),
    reason: input.reason,
    lines: credit.lines.map(({ title, grossPence }) => ({ title, pence: grossPence })),
    totalPence: credit.grossPence,
    creditNoteNumber,
    hasAccessEnded,
    isPaidOtherwise,
  }
}

/** A student's order with its papers as the wire has them. */
export function presentOrder(order: ListedOrder): OrdersOutput[number] {
  const { payment, documents, lines, paidAt } = order
  const returns = [...(payment?.refunds ?? []), ...(payment?.disputes ?? [])]
  return {
    id: order.id,
    paidAt: (paidAt ?? order.createdAt).toISOString(),
    isBundle: order.isBundle,
    films: lines,
    total: toPounds(pence(order.totalPence)),
    refunded: toPounds(sumPence(returns.map(({ creditedPence }) => pence(creditedPence)))),
    papers: documents.map(({ id, label, kind, issuedAt, facts }) => {
      const grossPence = totalsOf(facts)
      const isCredit = kind === 'creditNote'
      return {
        id,
        number: label,
        kind: isCredit ? 'creditNote' : 'invoice',
        date: issuedAt.toISOString(),
        total: toPounds(isCredit ? negatePence(grossPence) : grossPence),
      }
    }),
  }
}

const totalOf = z.object({ totals: z.object({ grossPence: z.int() }) })

/** What the frozen facts of a paper come to. */
export function totalsOf(facts: unknown): Pence {
  return pence(totalOf.parse(facts).totals.grossPence)
}

function buyerOf({ buyer }: BoughtOrder): InvoiceFacts['buyer'] {
  const { details } = buyer
  const address = details && [
    details.addressLine1,
    details.addressLine2,
    details.city,
    details.postcode,
    details.addressLine1 && details.country,
  ]
  return {
    name: details?.fullName ?? buyer.username,
    email: buyer.email,
    businessName: details?.businessName ?? null,
    address: address?.filter(Boolean).join('\n') || null,
    vatNumber: details?.vatNumber ?? null,
  }
}

/** Null where nothing was paid; a method without a name here is called as Stripe calls it, never a card. */
function methodName({ method }: BoughtOrder): string | null {
  return method === null ? null : (METHOD_NAMES[method] ?? method)
}
