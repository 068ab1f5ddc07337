import { columns } from '#server/infra/columns.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { isLive, type RefundState } from '#shared/refunds/refund-states.ts'

type NewRefund = {
  paymentId: string
  amountPence: number
  reason: string
  /** Null where the shop refunds by itself. */
  requestedById: string | null
  /** An amount without lines ends no access. */
  keepsAccess?: boolean
  lineIds?: readonly string[]
  now: Date
}

/** Step: writes a requested refund, which `requestRefunds` sends to Stripe. Returns its id. */
export async function createRefund(
  tx: Prisma.TransactionClient,
  { lineIds = [], now, ...refund }: NewRefund,
): Promise<string> {
  const lines = { create: lineIds.map((orderLineId) => ({ orderLineId })) }
  const data = { ...refund, id: newId(now), status: 'requested', createdAt: now, lines } as const
  const { id } = await tx.refund.create({ data, select: { id: true } })
  return id
}

/** Step: writes a failed refund once more, as another row. Returns its id. */
export async function repeatRefund(
  tx: Prisma.TransactionClient,
  { refundId, adminId, now }: { refundId: string; adminId: string; now: Date },
): Promise<string> {
  const { lines, ...refund } = await tx.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: {
      ...columns('paymentId', 'amountPence', 'reason', 'keepsAccess'),
      lines: { select: { orderLineId: true } },
    },
  })
  const lineIds = lines.map(({ orderLineId }) => orderLineId)
  return createRefund(tx, { ...refund, lineIds, requestedById: adminId, now })
}

type Resolving = {
  resolution: 'retried' | 'paidOtherwise' | 'dropped'
  note: string | null
  adminId: string
  now: Date
}

/** Step: resolves failed refunds that no admin has decided on. Returns how many there were. */
export async function resolveRefunds(
  tx: Prisma.TransactionClient,
  where: Pick<Prisma.RefundWhereInput, 'id' | 'paymentId' | 'lines'>,
  { resolution, note, adminId, now }: Resolving,
): Promise<number> {
  const { count } = await tx.refund.updateMany({
    where: { ...where, status: 'failed', resolution: null },
    data: { resolution, resolutionNote: note, resolvedAt: now, resolvedById: adminId },
  })
  return count
}

/**
 * Step: sends a held refund on its way (`two`), or withdraws it in favour of the one made at Stripe (`same`), which gets
 * its lines unless it has lines already. False where it is not held any more.
 */
export async function releaseRefund(
  tx: Prisma.TransactionClient,
  { refundId, answer, now }: { refundId: string; answer: 'same' | 'two'; now: Date },
): Promise<boolean> {
  const { count } = await tx.refund.updateMany({
    where: { id: refundId, status: 'held' },
    data: answer === 'two' ? { status: 'requested' } : { status: 'withdrawn', settledAt: now },
  })
  if (count > 0 && answer === 'same') await moveLines(tx, refundId)
  return count > 0
}

async function moveLines(tx: Prisma.TransactionClient, refundId: string): Promise<void> {
  const held = await tx.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: {
      keepsAccess: true,
      requestedById: true,
      lookalikeId: true,
      lines: { select: { orderLineId: true } },
      lookalike: { select: { lines: { select: { orderLineId: true } } } },
    },
  })
  const { lookalikeId, keepsAccess, requestedById } = held
  if (lookalikeId === null || (held.lookalike?.lines.length ?? 0) > 0) return
  await tx.refund.update({
    where: { id: lookalikeId },
    data: { keepsAccess, requestedById, lines: { create: held.lines } },
    select: { id: true },
  })
}

/** Step: assigns order lines to a refund without lines. */
export async function assignLines(
  tx: Prisma.TransactionClient,
  { refundId, lineIds }: { refundId: string; lineIds: readonly string[] },
): Promise<void> {
  await tx.refundLine.createMany({ data: lineIds.map((orderLineId) => ({ refundId, orderLineId })) })
}

type RefundWithLines = RefundState & { lines: readonly { orderLineId: string }[] }

/** Whether one of these lines has a refund that takes money from the order. */
export function hasLiveRefund(refunds: readonly RefundWithLines[], lineIds: readonly string[]): boolean {
  const live = refunds.filter(isLive)
  return live.some(({ lines }) => lines.some(({ orderLineId }) => lineIds.includes(orderLineId)))
}
