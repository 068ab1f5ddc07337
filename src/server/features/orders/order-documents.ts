import type { EmailProps } from '#emails/props.ts'
import type { InvoiceDetails } from '#server/features/documents/document-details.ts'
import { lastMomentOfLondonDay } from '#shared/calendar/calendar.ts'
import { cancellationDays } from '#shared/limits.ts'
import { collectionDiscountLabel } from '#shared/messages/cart.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import type { BoughtOrder } from './bought-order.ts'
import { methodName } from './payment-method.ts'

type Confirmation = Omit<EmailProps<'purchase-confirmation'>, 'site'>

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
