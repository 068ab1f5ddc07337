import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { presentDocument } from '#server/features/documents/present.ts'
import { isOpen } from '#server/features/entitlements/entitlement-term.ts'
import { isRepeatable } from '#server/features/mail/outbox.ts'
import { cancellationOf } from '#server/features/orders/order-documents.ts'
import { presentRequest } from '#server/features/refund-requests/refund-case.ts'
import { lastRefundKeepsAccess } from '#server/features/refunds/refund-rules.ts'
import { negatePence, pence, sumPence, toPounds } from '#shared/money/money.ts'
import { basisPointsToPercent, basisPointsToRate } from '#shared/money/rates.ts'
import { isUnresolved, isUnsent } from '#shared/refunds/refund-states.ts'
import type { orderDetailOutput, studentDetailOutput } from '#shared/schemas/admin-orders.ts'
import { buyerOutput } from '#shared/schemas/checkout.ts'
import {
  type DetailAudit,
  type DetailEntitlement,
  type DetailMail,
  type DetailProgress,
  findAddressesOf,
  findOrderDetail,
  findStudentDetail,
  listAudit,
  listEntitlements,
  listEvents,
  listMails,
  listWatched,
  type OrderDetail,
} from './order-detail-queries.ts'
import { presentOrderRow } from './order-list.ts'
import { listOrdersOf } from './order-list-queries.ts'

type DetailDeps = Pick<Deps, 'db' | 'pool' | 'clock'>
type OrderAnswer = z.input<typeof orderDetailOutput>

const money = (amount: number) => toPounds(pence(amount))

/**
 * An order with its payment, refunds, watch progress, mails, events and audit entries.
 *
 * @throws ShopError ORDER_NOT_FOUND
 */
export async function getOrderDetail(deps: DetailDeps, orderId: string): Promise<OrderAnswer> {
  const order = await findOrderDetail(deps, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const { student, lines, payment } = order
  const [addresses, watched, audit, events] = await Promise.all([
    findAddressesOf(deps.db, student),
    listWatched(deps, { studentId: student.id, videoIds: lines.map(videoOfLine) }),
    listAudit(deps, { studentId: student.id, orderId }),
    payment ? listEvents(deps, payment.intentId) : [],
  ])
  const mails = await listMails(deps, { addresses, orderId })
  const now = deps.clock.now()
  const refunds = payment?.refunds ?? []
  const disputes = payment?.disputes ?? []
  const movements = [...refunds, ...disputes]
  const creditedPence = movements.reduce((sum, movement) => sum + movement.creditedPence, 0)
  const isWhole = creditedPence >= order.totalPence && !lastRefundKeepsAccess(refunds)
  return {
    ...order,
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
    lines: lines.map((line) => ({
      ...line,
      listPrice: money(line.listPence),
      paid: money(line.grossPence),
      exVat: money(line.exVatPence),
      vat: money(line.vatPence),
      refund: refundOfLine(refunds, line.id, isWhole),
      access: line.entitlement && presentAccess(line.entitlement, now),
      watched: watched.map(presentWatched).find(({ videoId }) => videoId === videoOfLine(line)) ?? null,
    })),
    payment: payment && {
      ...payment,
      fee: payment.feePence === null ? null : money(payment.feePence),
    },
    credited: money(creditedPence),
    creditedVat: money(movements.reduce((sum, { vatPence }) => sum + vatPence, 0)),
    asked: toPounds(sumPence(refunds.filter(isUnsent).map(({ amountPence }) => pence(amountPence)))),
    refunds: refunds.map((refund) => presentRefund(refund, isWhole)),
    requests: order.refundRequests.map((request) => presentRequest(request, order)),
    disputes: disputes.map((dispute) => ({ ...dispute, amount: money(dispute.amountPence) })),
    documents: order.documents.map(presentDocument),
    mails: mails.map(presentMail),
    events,
    audit: audit.map(presentAudit),
  }
}

/**
 * A student with all orders, entitlements, watch progress, mails and audit entries.
 *
 * @throws ShopError NOT_FOUND
 */
export async function getStudentDetail(
  deps: DetailDeps,
  studentId: string,
): Promise<z.input<typeof studentDetailOutput>> {
  const student = await findStudentDetail(deps, studentId)
  if (!student) throw new ShopError('NOT_FOUND')
  const now = deps.clock.now()
  const addresses = await findAddressesOf(deps.db, student)
  const [orders, access, watched, mails, audit] = await Promise.all([
    listOrdersOf(deps, studentId),
    listEntitlements(deps, studentId),
    listWatched(deps, { studentId }),
    listMails(deps, { addresses, orderId: null }),
    listAudit(deps, { studentId, orderId: null }),
  ])
  return {
    student,
    orders: orders.map(presentOrderRow),
    access: access.map((entitlement) => presentAccess(entitlement, now)),
    watched: watched.map(presentWatched),
    mails: mails.map(presentMail),
    audit: audit.map(presentAudit),
  }
}

/** What a line opens: another video than was bought, once it was exchanged. */
function videoOfLine({ videoId, entitlement }: OrderDetail['lines'][number]): number {
  return entitlement?.videoId ?? videoId
}

function referralOf({ referralCode, referer, discountBps, commissionBps }: OrderDetail) {
  if (referralCode === null || !referer || discountBps === null || commissionBps === null) return null
  return {
    code: referralCode,
    club: referer.name,
    discountPercent: basisPointsToPercent(discountBps),
    commissionPercent: basisPointsToPercent(commissionBps),
  }
}

function commissionOf({ commission }: OrderDetail) {
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

function buyerOf({ buyer }: OrderDetail) {
  if (buyer === null) return null
  const details = buyerOutput.parse(buyer)
  const { addressLine1, addressLine2, city, postcode, country } = details
  const address = [addressLine1, addressLine2, city, postcode, addressLine1 && country].filter(Boolean)
  return { ...details, address: address.join(', ') || null }
}

type DetailRefund = NonNullable<OrderDetail['payment']>['refunds'][number]

function refundOfLine(refunds: readonly DetailRefund[], lineId: string, isWhole: boolean) {
  const named = refunds.filter(({ lines }) => lines.some(({ orderLineId }) => orderLineId === lineId))
  if (isWhole || named.some(({ creditedPence }) => creditedPence > 0)) return 'refunded'
  return named.some((refund) => refund.status === 'pending' || isUnsent(refund)) ? 'pending' : 'none'
}

function presentRefund(refund: DetailRefund, isWhole: boolean) {
  return {
    ...refund,
    amount: money(refund.amountPence),
    credited: money(refund.creditedPence),
    adminEmail: refund.requestedBy?.email ?? null,
    lineIds: refund.lines.map(({ orderLineId }) => orderLineId),
    // Once the whole order is refunded, all access has ended.
    canAssign: refund.creditedPence > 0 && refund.lines.length === 0 && !isWhole,
    canResolve: isUnresolved(refund),
    lookalikeAt: refund.lookalike?.createdAt ?? null,
  }
}

function presentAccess(entitlement: DetailEntitlement, now: Date) {
  return { ...entitlement, title: entitlement.video.title, isOpen: isOpen(entitlement, now) }
}

function presentWatched(progress: DetailProgress) {
  return { ...progress, title: progress.video.title }
}

function presentMail(mail: DetailMail) {
  const canRepeat = isRepeatable(mail.template) || mail.template === 'verify-email'
  return { ...mail, to: mail.toAddress, canRepeat }
}

const auditDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).catch({})

function presentAudit(entry: DetailAudit) {
  return { ...entry, details: auditDetails.parse(entry.details) }
}
