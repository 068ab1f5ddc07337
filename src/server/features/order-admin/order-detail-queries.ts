import type { Deps } from '#server/deps.ts'
import { findAddressChanges } from '#server/features/audit/personal-data.ts'
import { ORDER_DOCUMENTS, ORDER_FIELDS } from '#server/features/orders/order-queries.ts'
import { ORDER_REQUESTS } from '#server/features/refund-requests/queries.ts'
import { columns } from '#server/infra/columns.ts'
import type { AuditEntry, OutboxMessage, Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'

const STUDENT_FIELDS = {
  id: true,
  username: true,
  email: true,
  accountType: true,
  businessName: true,
  vatNumber: true,
  verifiedAt: true,
  createdAt: true,
  lastSeenAt: true,
  erasedAt: true,
} satisfies Prisma.StudentSelect

const ENTITLEMENT_FIELDS = {
  ...columns('id', 'videoId', 'orderId', 'startsAt', 'expiresAt', 'revokedAt', 'grantReason'),
  video: { select: { title: true } },
} satisfies Prisma.EntitlementSelect

const PROGRESS_FIELDS = {
  videoId: true,
  percent: true,
  positionSeconds: true,
  completed: true,
  startedAt: true,
  updatedAt: true,
  watchedSeconds: true,
  durationSeconds: true,
  video: { select: { title: true } },
} satisfies Prisma.ProgressSelect

const DETAIL_FIELDS = {
  ...ORDER_FIELDS,
  student: { select: STUDENT_FIELDS },
  lines: {
    orderBy: { videoId: 'asc' },
    select: { ...ORDER_FIELDS.lines.select, entitlement: { select: ENTITLEMENT_FIELDS } },
  },
  payment: {
    select: {
      ...ORDER_FIELDS.payment.select,
      chargeId: true,
      refunds: {
        orderBy: { createdAt: 'asc' },
        select: {
          id: true,
          stripeRefundId: true,
          status: true,
          amountPence: true,
          creditedPence: true,
          vatPence: true,
          reason: true,
          createdAt: true,
          settledAt: true,
          keepsAccess: true,
          lastError: true,
          resolution: true,
          resolutionNote: true,
          lookalike: { select: { createdAt: true } },
          requestedBy: { select: { email: true } },
          lines: { select: { orderLineId: true } },
        },
      },
      disputes: {
        orderBy: { openedAt: 'asc' },
        select: columns('id', 'status', 'amountPence', 'creditedPence', 'vatPence', 'openedAt', 'closedAt'),
      },
    },
  },
  commission: {
    select: {
      entries: { orderBy: { id: 'asc' }, select: { kind: true, amountPence: true, writtenAt: true } },
    },
  },
  documents: ORDER_DOCUMENTS,
  refundRequests: ORDER_REQUESTS,
} satisfies Prisma.OrderSelect

export type OrderDetail = Prisma.OrderGetPayload<{ select: typeof DETAIL_FIELDS }>
export type DetailEntitlement = Prisma.EntitlementGetPayload<{ select: typeof ENTITLEMENT_FIELDS }>
export type DetailProgress = Prisma.ProgressGetPayload<{ select: typeof PROGRESS_FIELDS }>

export type DetailMail = Pick<
  OutboxMessage,
  'id' | 'template' | 'toAddress' | 'status' | 'createdAt' | 'sentAt' | 'lastError' | 'documentIds'
>
export type DetailAudit = Pick<AuditEntry, 'id' | 'at' | 'action' | 'details'> & { adminEmail: string | null }

const MOST = 200

/** An order with everything the shop's tables have about it. */
export function findOrderDetail({ db }: Pick<Deps, 'db'>, orderId: string): Promise<OrderDetail | null> {
  return db.order.findUnique({ where: { id: orderId }, select: DETAIL_FIELDS })
}

export function findStudentDetail({ db }: Pick<Deps, 'db'>, studentId: string) {
  return db.student.findUnique({ where: { id: studentId }, select: STUDENT_FIELDS })
}

/** The entitlements of a student, the latest first. */
export function listEntitlements({ db }: Pick<Deps, 'db'>, studentId: string): Promise<DetailEntitlement[]> {
  return db.entitlement.findMany({
    where: { studentId },
    orderBy: [{ startsAt: 'desc' }, { videoId: 'asc' }],
    take: MOST,
    select: ENTITLEMENT_FIELDS,
  })
}

/** A student's watch progress, in all videos or in some. */
export function listWatched(
  { db }: Pick<Deps, 'db'>,
  { studentId, videoIds }: { studentId: string; videoIds?: readonly number[] },
): Promise<DetailProgress[]> {
  return db.progress.findMany({
    where: { studentId, ...(videoIds && { videoId: { in: [...videoIds] } }) },
    orderBy: { videoId: 'asc' },
    take: MOST,
    select: PROGRESS_FIELDS,
  })
}

/** Stripe's events about a payment, while they are kept. */
export function listEvents({ db }: Pick<Deps, 'db'>, intentId: string) {
  return db.stripeEvent.findMany({
    where: { intentId },
    orderBy: { receivedAt: 'asc' },
    take: MOST,
    select: { id: true, type: true, receivedAt: true, processedAt: true, lastError: true },
  })
}

/** Every address that was a student's own, in lower case; the current one first. */
export async function findAddressesOf(
  db: Pick<Prisma.TransactionClient, 'auditEntry'>,
  student: { id: string; email: string },
): Promise<string[]> {
  const changes = await findAddressChanges(db, student.id)
  const all = [student.email, ...changes.filter(({ wasVerified }) => wasVerified).map(({ from }) => from)]
  return [...new Set(all.map(keyOf))]
}

/** Mails to these addresses, the newest first: all of them, or those of one order. */
export async function listMails(
  { pool }: Pick<Deps, 'pool'>,
  { addresses, orderId }: { addresses: readonly string[]; orderId: string | null },
): Promise<DetailMail[]> {
  const { rows } = await pool.query<DetailMail>({
    name: 'order-detail-mails',
    text: `
      select m."id", m."template", m."toAddress", m."status", m."createdAt", m."sentAt", m."lastError",
             m."documentIds"
        from "OutboxMessage" m
       where lower(m."toAddress") = any($1::text[]) and ($2::text is null or m."props" ->> 'orderId' = $2)
       order by m."createdAt" desc, m."id" desc limit ${MOST}`,
    values: [addresses, orderId],
  })
  return rows
}

/** The audit entries of an order or of a student's account, the newest first. */
export async function listAudit(
  { pool }: Pick<Deps, 'pool'>,
  subject: { studentId: string; orderId: string | null },
): Promise<DetailAudit[]> {
  const { rows } = await pool.query<DetailAudit>({
    name: 'order-detail-audit',
    text: `
      select e."id", e."at", e."action", a."email" as "adminEmail", e."details"
        from "AuditEntry" e
        left join "Admin" a on e."actorKind" = 'admin' and a."id" = e."actorId"
       where ($2::text is not null and e."subjectKind" = 'order' and e."subjectId" = $2)
          or (e."subjectKind" = 'student' and e."subjectId" = $1 and ($2::text is null or e."details" ->> 'orderId' = $2))
       order by e."at" desc, e."id" desc limit ${MOST}`,
    values: [subject.studentId, subject.orderId],
  })
  return rows
}
