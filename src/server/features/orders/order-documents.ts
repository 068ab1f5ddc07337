import type { InvoiceDetails } from '#server/features/documents/document-details.ts'
import { lastMomentOfLondonDay } from '#shared/calendar/calendar.ts'
import { cancellationDays } from '#shared/limits.ts'
import { collectionDiscountLabel } from '#shared/messages/cart.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import type { BoughtOrder } from './bought-order.ts'
import { methodName } from './payment-method.ts'

type Contract = { consentWording: string | null; consentAt: Date | null; paidAt: Date | null }

/** The right to cancel of an order: given up in these words, or kept until then. */
export function cancellationOf({ consentWording, consentAt, paidAt }: Contract) {
  if (consentWording !== null && consentAt !== null) {
    return { right: 'waived', wording: consentWording, agreedAt: consentAt } as const
  }
  return { right: 'kept', until: cancellableUntil(paidAt) } as const
}

/** The last moment of the 14 days; null for an order that is not paid. */
export function cancellableUntil(paidAt: Date | null): Date | null {
  return paidAt && lastMomentOfLondonDay(paidAt, cancellationDays)
}

/** What was taken off an order's prices, in the words of the invoice and the confirmation mail. */
export function deductionsOf(order: BoughtOrder): { label: string; pence: number }[] {
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

/** The details of an order's invoice without number and date (VAT Regulations 1995, reg. 14). */
export function invoiceDetails(input: {
  order: BoughtOrder
  seller: Omit<InvoiceDetails['seller'], 'vatNumber'>
  paidAt: Date
}): Omit<InvoiceDetails, 'number' | 'issuedAt'> {
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
    method: methodName(order.method),
    cancellation: order.consent ? 'waived' : 'kept',
  }
}

function buyerOf({ buyer }: BoughtOrder): InvoiceDetails['buyer'] {
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
