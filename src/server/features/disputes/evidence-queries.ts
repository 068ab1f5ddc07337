import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { keyOf } from '#shared/text/text-key.ts'

const DISPUTE_FIELDS = {
  ...columns('id', 'stripeDisputeId', 'status', 'amountPence', 'openedAt', 'dueAt'),
  evidence: {
    select: { savedAt: true, submittedAt: true, submittedBy: { select: { email: true } } },
  },
  payment: {
    select: {
      ...columns('chargeId', 'intentId', 'method', 'amountPence', 'paidAt'),
      order: {
        select: {
          ...columns('id', 'studentId', 'consentWording', 'consentAt', 'createdAt', 'paidAt', 'totalPence'),
          student: { select: { username: true, email: true, verifiedAt: true, createdAt: true } },
          lines: {
            orderBy: { videoId: 'asc' },
            select: {
              ...columns('videoId', 'title', 'grossPence'),
              entitlement: {
                select: { ...columns('startsAt', 'expiresAt'), video: { select: { title: true } } },
              },
            },
          },
          documents: {
            where: { kind: 'invoice', cancelsId: null },
            take: 1,
            select: columns('id', 'label', 'details'),
          },
        },
      },
    },
  },
} satisfies Prisma.DisputeSelect

export type DisputedPayment = Prisma.DisputeGetPayload<{ select: typeof DISPUTE_FIELDS }>

/** A dispute with the order and the payment it is about. */
export function findDisputedPayment(
  { db }: Pick<Deps, 'db'>,
  disputeId: string,
): Promise<DisputedPayment | null> {
  return db.dispute.findUnique({ where: { id: disputeId }, select: DISPUTE_FIELDS })
}

/** As many lines of each kind as an answer can hold; a bank reads no more. */
const MOST_LINES = 100
const MOST_MESSAGES = 10
/** The sign-in with which the customer bought is from shortly before the order; older ones are not the bank's business. */
const SIGN_IN_DAYS_BEFORE = 1

/** What the shop knows of the buyer's use of an order, the oldest first. */
export async function listUse({ db }: Pick<Deps, 'db'>, order: DisputedPayment['payment']['order']) {
  const { id: orderId, studentId } = order
  const [grants, signIns, watched, mails, messages, requests] = await Promise.all([
    db.mediaGrant.findMany({
      where: { entitlement: { orderId } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: MOST_LINES,
      select: {
        ...columns('createdAt', 'lastActiveAt'),
        session: { select: columns('id', 'userAgent', 'createdAt') },
        entitlement: { select: { video: { select: { title: true } } } },
      },
    }),
    db.securityEvent.findMany({
      where: {
        subjectKind: 'student',
        subjectId: studentId,
        kind: 'signIn.succeeded',
        at: { gte: addDays(order.createdAt, -SIGN_IN_DAYS_BEFORE) },
      },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
      take: MOST_LINES,
      select: { at: true, address: true },
    }),
    db.progress.findMany({
      where: {
        studentId,
        OR: [
          { video: { entitlements: { some: { orderId } } } },
          // Exchanged for another; where it was bought again, what was watched belongs to that order.
          { video: { lines: { some: { orderId } }, entitlements: { none: { studentId } } } },
        ],
      },
      orderBy: { videoId: 'asc' },
      select: {
        ...columns('percent', 'completed', 'startedAt', 'updatedAt', 'watchedSeconds', 'durationSeconds'),
        video: { select: { title: true } },
      },
    }),
    db.outboxMessage.findMany({
      where: { toAddress: order.student.email, status: 'sent' },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: MOST_LINES,
      select: columns('template', 'toAddress', 'sentAt', 'dedupeKey'),
    }),
    db.contactMessage.findMany({
      where: { OR: [{ studentId }, { emailKey: keyOf(order.student.email) }] },
      orderBy: { createdAt: 'asc' },
      take: MOST_MESSAGES,
      select: columns('createdAt', 'topic', 'body'),
    }),
    db.refundRequest.findMany({
      where: { orderId },
      orderBy: { createdAt: 'asc' },
      take: MOST_MESSAGES,
      select: columns('createdAt', 'wish', 'reason', 'body', 'status', 'answeredAt', 'answer'),
    }),
  ])
  return { grants, signIns, watched, mails, messages, requests }
}

export type UseOfOrder = Awaited<ReturnType<typeof listUse>>
