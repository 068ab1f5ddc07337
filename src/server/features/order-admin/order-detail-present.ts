import { z } from 'zod'
import { presentDocument } from '#server/features/documents/present.ts'
import { isOpen } from '#server/features/entitlements/entitlement-term.ts'
import { isRepeatable } from '#server/features/mail/outbox.ts'
import { CANCELLATION_DAYS } from '#server/features/orders/order-documents.ts'
import { lastRefundKeepsAccess } from '#server/features/refunds/refund-rules.ts'
import { lastMomentOfLondonDay } from '#shared/calendar/calendar.ts'
import { negatePence, pence, sumPence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent, basisPointsToRate } from '#shared/money/rates.ts'
import { isUnsent } from '#shared/refunds/refund-states.ts'
import type {
  AccessOutput,
  AuditOutput,
  LineDetailOutput,
  MailOutput,
  OrderDetailOutput,
  PersonOutput,
  RefundDetailOutput,
  WatchedOutput,
} from '#shared/schemas/admin-orders.ts'
import { buyerOutput } from '#shared/schemas/checkout.ts'
import type {
  DetailAudit,
  DetailEntitlement,
  DetailMail,
  DetailProgress,
  OrderDetail,
  StudentDetail,
} from './order-detail-queries.ts'

type Wire<Key extends keyof OrderDetailOutput> = OrderDetailOutput[Key]

const money = (amount: number) => toPounds(pence(amount))
const time = (at: Date | null) => at?.toISOString() ?? null

/** An order with everything about it, for the back office. */
export function presentOrderDetail(input: {
  order: OrderDetail
  watched: readonly DetailProgress[]
  mails: readonly DetailMail[]
  audit: readonly DetailAudit[]
  events: readonly Wire<'events'>[number][]
  now: Date
}): OrderDetailOutput {
  const { order, now } = input
  const refunds = order.payment?.refunds ?? []
  const disputes = order.payment?.disputes ?? []
  const movements = [...refunds, ...disputes]
  const unsent = refunds.filter(isUnsent)
  const isWhole =
    movements.reduce((sum, { creditedPence }) => sum + creditedPence, 0) >= order.totalPence &&
    !lastRefundKeepsAccess(refunds)
  return {
    id: order.id,
    status: order.status,
    isBundle: order.isBundle,
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    paidAt: time(order.paidAt),
    cancelledAt: time(order.cancelledAt),
    subtotal: money(order.subtotalPence),
    collectionDiscount: money(order.collectionDiscountPence),
    referralDiscount: money(order.referralDiscountPence),
    total: money(order.totalPence),
    exVat: money(order.exVatPence),
    vat: money(order.vatPence),
    vatRate: basisPointsToRate(order.vatBps),
    referral: referralOf(order),
    commission: commissionOf(order),
    buyer: buyerOf(order),
    cancellation: cancellationOf(order),
    student: presentPerson(order.student),
    lines: order.lines.map((line) => presentLine(line, input)),
    payment: paymentOf(order),
    credited: money(movements.reduce((sum, { creditedPence }) => sum + creditedPence, 0)),
    creditedVat: money(movements.reduce((sum, { vatPence }) => sum + vatPence, 0)),
    asked: toPounds(sumPence(unsent.map(({ amountPence }) => pence(amountPence)))),
    refunds: refunds.map((refund) => presentRefund(refund, isWhole)),
    disputes: disputes.map(({ id, status, amountPence, openedAt, closedAt }) => ({
      id,
      status,
      amount: money(amountPence),
      openedAt: openedAt.toISOString(),
      closedAt: time(closedAt),
    })),
    documents: order.documents.map(presentDocument),
    mails: input.mails.map(presentMail),
    events: [...input.events],
    audit: input.audit.map(presentAudit),
  }

  function presentLine(line: OrderDetail['lines'][number], { watched }: typeof input): LineDetailOutput {
    const seen = watched.find(({ videoId }) => videoId === line.videoId)
    return {
      id: line.id,
      videoId: line.videoId,
      title: line.title,
      listPrice: money(line.listPence),
      paid: money(line.grossPence),
      exVat: money(line.exVatPence),
      vat: money(line.vatPence),
      refund: refundOfLine(line.id),
      access: line.entitlement && presentAccess(line.entitlement, now),
      watched: seen ? presentWatched(seen) : null,
    }
  }

  function refundOfLine(lineId: string): LineDetailOutput['refund'] {
    const named = refunds.filter(({ lines }) => lines.some(({ orderLineId }) => orderLineId === lineId))
    if (isWhole || named.some(({ creditedPence }) => creditedPence > 0)) return 'refunded'
    return named.some((refund) => refund.status === 'pending' || isUnsent(refund)) ? 'pending' : 'none'
  }
}

function referralOf({ referralCode, referer, discountBps, commissionBps }: OrderDetail): Wire<'referral'> {
  if (referralCode === null || !referer || discountBps === null || commissionBps === null) return null
  return {
    code: referralCode,
    club: referer.name,
    discountPercent: basisPointsToPercent(discountBps),
    commissionPercent: basisPointsToPercent(commissionBps),
  }
}

function commissionOf({ commission }: OrderDetail): Wire<'commission'> {
  if (!commission) return null
  const sumOf = (isMeant: (kind: string) => boolean) =>
    sumPence(
      commission.entries.filter(({ kind }) => isMeant(kind)).map(({ amountPence }) => pence(amountPence)),
    )
  return {
    earned: toPounds(sumOf((kind) => kind === 'earned' || kind === 'corrected')),
    takenBack: toPounds(negatePence(sumOf((kind) => kind === 'reversed'))),
  }
}

function buyerOf({ buyer }: OrderDetail): Wire<'buyer'> {
  if (buyer === null) return null
  const details = buyerOutput.parse(buyer)
  const { fullName, businessName, vatNumber, addressLine1, addressLine2, city, postcode, country } = details
  const address = [addressLine1, addressLine2, city, postcode, addressLine1 && country].filter(Boolean)
  return { fullName, businessName, vatNumber, address: address.join(', ') || null }
}

function cancellationOf({ consentWording, consentAt, paidAt }: OrderDetail): Wire<'cancellation'> {
  if (consentWording !== null && consentAt !== null) {
    return { right: 'waived', wording: consentWording, agreedAt: consentAt.toISOString() }
  }
  return { right: 'kept', until: paidAt && lastMomentOfLondonDay(paidAt, CANCELLATION_DAYS).toISOString() }
}

function paymentOf({ payment }: OrderDetail): Wire<'payment'> {
  if (!payment) return null
  const { intentId, chargeId, status, method, feePence, feeIsEstimate } = payment
  return {
    intentId,
    chargeId,
    status,
    method,
    fee: feePence === null ? null : money(feePence),
    feeIsEstimate,
  }
}

type DetailRefund = NonNullable<OrderDetail['payment']>['refunds'][number]

function presentRefund(refund: DetailRefund, isWhole: boolean): RefundDetailOutput {
  return {
    id: refund.id,
    status: refund.status,
    amount: money(refund.amountPence),
    credited: money(refund.creditedPence),
    reason: refund.reason,
    adminEmail: refund.requestedBy?.email ?? null,
    createdAt: refund.createdAt.toISOString(),
    settledAt: time(refund.settledAt),
    lineIds: refund.lines.map(({ orderLineId }) => orderLineId),
    // Once the whole order is refunded, all access has ended.
    canAssign: refund.creditedPence > 0 && refund.lines.length === 0 && !isWhole,
    canResolve: refund.status === 'failed' && refund.resolution === null,
    resolution: refund.resolution,
    resolutionNote: refund.resolutionNote,
    lastError: refund.lastError,
    lookalikeAt: time(refund.lookalike?.createdAt ?? null),
  }
}

export function presentPerson(student: StudentDetail): PersonOutput {
  const { id, username, email, accountType, businessName, vatNumber } = student
  return {
    id,
    username,
    email,
    accountType,
    businessName,
    vatNumber,
    verifiedAt: time(student.verifiedAt),
    createdAt: student.createdAt.toISOString(),
    lastSeenAt: student.lastSeenAt.toISOString(),
    erasedAt: time(student.erasedAt),
  }
}

export function presentAccess(entitlement: DetailEntitlement, now: Date): AccessOutput {
  const { id, videoId, video, orderId, startsAt, expiresAt, revokedAt, grantReason } = entitlement
  return {
    id,
    videoId,
    title: video.title,
    orderId,
    startsAt: startsAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    revokedAt: time(revokedAt),
    grantReason,
    isOpen: isOpen(entitlement, now),
  }
}

export function presentWatched(progress: DetailProgress): WatchedOutput {
  const { videoId, video, percent, positionSeconds, completed, startedAt, updatedAt } = progress
  return {
    videoId,
    title: video.title,
    percent,
    positionSeconds,
    completed,
    startedAt: startedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export function presentMail(mail: DetailMail): MailOutput {
  const { id, template, toAddress, status, createdAt, sentAt, lastError, documentIds } = mail
  return {
    id,
    template,
    to: toAddress,
    status,
    createdAt: createdAt.toISOString(),
    sentAt: time(sentAt),
    lastError,
    documentIds,
    canRepeat: isRepeatable(template) || template === 'verify-email',
  }
}

const detailsSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).catch({})

export function presentAudit({ id, at, action, adminEmail, details }: DetailAudit): AuditOutput {
  return { id, at: at.toISOString(), action, adminEmail, details: detailsSchema.parse(details) }
}
