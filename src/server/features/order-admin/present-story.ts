import { z } from 'zod'
import { isOpen } from '#server/features/entitlements/entitlement-term.ts'
import { isRepeatable } from '#server/features/mail/copy-mail.ts'
import { storedBuyer } from '#server/features/orders/bought-order.ts'
import { isLeftOpen } from '#server/features/orders/order-books.ts'
import { CANCELLATION_DAYS, totalsOf } from '#server/features/orders/present-papers.ts'
import { lastMomentOfLondonDay } from '#shared/calendar/calendar.ts'
import { negatePence, pence, sumPence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent, basisPointsToRate } from '#shared/money/rates.ts'
import { isUnsent } from '#shared/refunds/refund-states.ts'
import type {
  AccessOutput,
  AuditOutput,
  MailOutput,
  OrderStoryOutput,
  PersonOutput,
  StoryLineOutput,
  StoryRefundOutput,
  WatchedOutput,
} from '#shared/schemas/admin-orders.ts'
import type {
  StoryAudit,
  StoryEntitlement,
  StoryMail,
  StoryOrder,
  StoryProgress,
  StoryStudent,
} from './queries-story.ts'

type Wire<Key extends keyof OrderStoryOutput> = OrderStoryOutput[Key]

const money = (amount: number) => toPounds(pence(amount))
const time = (at: Date | null) => at?.toISOString() ?? null

/** An order with all that is known of it, as the back office reads it. */
export function presentStory(input: {
  order: StoryOrder
  watched: readonly StoryProgress[]
  mails: readonly StoryMail[]
  audit: readonly StoryAudit[]
  events: readonly Wire<'events'>[number][]
  now: Date
}): OrderStoryOutput {
  const { order, now } = input
  const refunds = order.payment?.refunds ?? []
  const disputes = order.payment?.disputes ?? []
  const returns = [...refunds, ...disputes]
  const asked = refunds.filter(isUnsent)
  const isWhole =
    returns.reduce((sum, { creditedPence }) => sum + creditedPence, 0) >= order.totalPence &&
    !isLeftOpen(refunds)
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
    credited: money(returns.reduce((sum, { creditedPence }) => sum + creditedPence, 0)),
    creditedVat: money(returns.reduce((sum, { vatPence }) => sum + vatPence, 0)),
    asked: toPounds(sumPence(asked.map(({ amountPence }) => pence(amountPence)))),
    refunds: refunds.map((refund) => presentRefund(refund, isWhole)),
    disputes: disputes.map(({ id, status, amountPence, openedAt, closedAt }) => ({
      id,
      status,
      amount: money(amountPence),
      openedAt: openedAt.toISOString(),
      closedAt: time(closedAt),
    })),
    papers: papersOf(order),
    mails: input.mails.map(presentMail),
    events: [...input.events],
    audit: input.audit.map(presentAudit),
  }

  function presentLine(line: StoryOrder['lines'][number], { watched }: typeof input): StoryLineOutput {
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

  function refundOfLine(lineId: string): StoryLineOutput['refund'] {
    const named = refunds.filter(({ lines }) => lines.some(({ orderLineId }) => orderLineId === lineId))
    if (isWhole || named.some(({ creditedPence }) => creditedPence > 0)) return 'refunded'
    return named.some((refund) => refund.status === 'pending' || isUnsent(refund)) ? 'pending' : 'none'
  }
}

function referralOf({ referralCode, referer, discountBps, commissionBps }: StoryOrder): Wire<'referral'> {
  if (referralCode === null || !referer || discountBps === null || commissionBps === null) return null
  return {
    code: referralCode,
    club: referer.name,
    discountPercent: basisPointsToPercent(discountBps),
    commissionPercent: basisPointsToPercent(commissionBps),
  }
}

function commissionOf({ commission }: StoryOrder): Wire<'commission'> {
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

function buyerOf({ buyer }: StoryOrder): Wire<'buyer'> {
  if (buyer === null) return null
  const details = storedBuyer.parse(buyer)
  const { fullName, businessName, vatNumber, addressLine1, addressLine2, city, postcode, country } = details
  const address = [addressLine1, addressLine2, city, postcode, addressLine1 && country].filter(Boolean)
  return { fullName, businessName, vatNumber, address: address.join(', ') || null }
}

function cancellationOf({ consentWording, consentAt, paidAt }: StoryOrder): Wire<'cancellation'> {
  if (consentWording !== null && consentAt !== null) {
    return { right: 'waived', wording: consentWording, agreedAt: consentAt.toISOString() }
  }
  return { right: 'kept', until: paidAt && lastMomentOfLondonDay(paidAt, CANCELLATION_DAYS).toISOString() }
}

function paymentOf({ payment }: StoryOrder): Wire<'payment'> {
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

type StoryRefund = NonNullable<StoryOrder['payment']>['refunds'][number]

function presentRefund(refund: StoryRefund, isWhole: boolean): StoryRefundOutput {
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
    // Where everything went back, all access has ended: there is nothing to say.
    canAssign: refund.creditedPence > 0 && refund.lines.length === 0 && !isWhole,
    canResolve: refund.status === 'failed' && refund.resolution === null,
    resolution: refund.resolution,
    resolutionNote: refund.resolutionNote,
    lastError: refund.lastError,
    lookalikeAt: time(refund.lookalike?.createdAt ?? null),
  }
}

function papersOf({ documents }: StoryOrder): Wire<'papers'> {
  return documents.map(({ id, label, kind, issuedAt, facts }) => {
    const isCredit = kind === 'creditNote'
    const total = totalsOf(facts)
    return {
      id,
      number: label,
      kind: isCredit ? 'creditNote' : 'invoice',
      date: issuedAt.toISOString(),
      total: toPounds(isCredit ? negatePence(total) : total),
    }
  })
}

export function presentPerson(student: StoryStudent): PersonOutput {
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

export function presentAccess(entitlement: StoryEntitlement, now: Date): AccessOutput {
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

export function presentWatched(progress: StoryProgress): WatchedOutput {
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

export function presentMail(mail: StoryMail): MailOutput {
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

export function presentAudit({ id, at, action, adminEmail, details }: StoryAudit): AuditOutput {
  return { id, at: at.toISOString(), action, adminEmail, details: detailsSchema.parse(details) }
}
