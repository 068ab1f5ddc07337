import { newId } from '#server/infra/ids.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

type Entry = {
  kind: 'earned' | 'reversed' | 'corrected'
  pence: number
  at?: Date
  /** That in which it was written, unless it belongs to an earlier one that is not paid. */
  quarter?: string
  isEstimate?: boolean
}

/** Creates a paid order of £60 with a referer's code and these ledger entries. */
export async function makeCommission(
  deps: TestDeps,
  { refererId, entries, at = deps.clock.now() }: { refererId: string; entries: Entry[]; at?: Date },
): Promise<{ commissionId: string; orderId: string }> {
  const student = await makeStudent(deps)
  const orderId = newId(at)
  const commissionId = newId(at)
  await deps.db.order.create({
    data: {
      id: orderId,
      studentId: student.id,
      status: 'paid',
      cartKey: orderId,
      isBundle: false,
      collectionDiscount: 'none',
      subtotalPence: 6_000,
      collectionDiscountPence: 0,
      referralDiscountPence: 0,
      totalPence: 6_000,
      exVatPence: 5_000,
      vatPence: 1_000,
      vatBps: 2_000,
      singleMonths: 3,
      bundleMonths: 12,
      createdAt: at,
      expiresAt: at,
      paidAt: at,
    },
  })
  await deps.db.commission.create({
    data: {
      id: commissionId,
      orderId,
      studentId: student.id,
      refererId,
      commissionBps: 500,
      createdAt: at,
    },
  })
  for (const entry of entries) {
    const writtenAt = entry.at ?? at
    await deps.db.ledgerEntry.create({
      data: {
        id: newId(writtenAt),
        refererId,
        commissionId,
        kind: entry.kind,
        amountPence: entry.pence,
        isEstimate: entry.isEstimate ?? false,
        quarter: entry.quarter ?? labelOf(quarterOf(writtenAt)),
        writtenAt,
      },
    })
  }
  return { commissionId, orderId }
}

type PayoutWish = { refererId: string; quarter: string; status: 'pending' | 'paid' | 'void'; pence: number }

export async function makePayout(
  deps: TestDeps,
  { refererId, quarter, status, pence }: PayoutWish,
): Promise<string> {
  const now = deps.clock.now()
  const id = newId(now)
  await deps.db.payout.create({
    data: {
      id,
      refererId,
      quarter,
      status,
      payoutPence: pence,
      vatPence: pence / 5,
      totalPence: pence + pence / 5,
      orderCount: 3,
      createdAt: now,
      paidAt: status === 'paid' ? now : null,
      voidedAt: status === 'void' ? now : null,
    },
  })
  return id
}
