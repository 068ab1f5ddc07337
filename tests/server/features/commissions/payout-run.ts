import { exportBankFile } from '#server/features/commissions/bank-files/export-bank-file.ts'
import { describeRun } from '#server/features/commissions/bank-files/payout-run-queries.ts'
import { unfreezePayouts } from '#server/features/commissions/bank-files/unfreeze-payouts.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { sealBankDetails } from '#server/features/referers/bank-details.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence, sumPence } from '#shared/money/money.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { type MadeReferer, makeReferer } from '#tests/support/factories/referer.ts'
import { makeCommission } from './ledger.ts'

export const QUARTER = '2026-Q3'

const BANK = {
  bankName: null,
  accountName: 'Hedgerow Flying',
  sortCode: '12-34-56',
  accountNumber: '12344321',
}

/** A referer with bank details and so much commission in the third quarter, without a payout. */
export async function makePayee(
  deps: TestDeps,
  { pence, ...overrides }: { pence: number } & Partial<Prisma.RefererUncheckedCreateInput>,
  bank: Partial<typeof BANK> | null = {},
): Promise<MadeReferer> {
  const referer = await makeReferer(deps, overrides)
  if (bank) {
    const sealed = sealBankDetails(deps, { kind: 'Referer', id: referer.id }, { ...BANK, ...bank })
    await deps.db.referer.update({ where: { id: referer.id }, data: sealed })
  }
  await makeCommission(deps, {
    refererId: referer.id,
    at: new Date('2026-08-10T09:00:00Z'),
    entries: [{ kind: 'earned', pence }],
  })
  return referer
}

/** Makes the payouts of the quarter; returns those of these referers, in their order. */
export async function closeFor(deps: TestDeps, referers: readonly MadeReferer[]) {
  await generatePayouts(deps, QUARTER)
  const payouts = await Promise.all(referers.map(({ id }) => listPayouts(deps, id)))
  return payouts.map(([payout]) => {
    if (!payout) throw new Error('There is no payout')
    return payout
  })
}

/** Exports the bank file of the quarter with the sum that the screen shows now; of several files the first. */
export async function exportSeen(deps: TestDeps, adminId: string) {
  const run = await describeRun(deps, QUARTER)
  const named = run.filter(({ problem }) => problem === null)
  const totalPence = sumPence(named.map(({ row }) => pence(row.totalPence)))
  const made = await exportBankFile(deps, { quarterYear: QUARTER, totalPence, adminId })
  const { name = null, content = '', repeated = 0 } = made.files[0] ?? {}
  return { ...made, name, content, repeated }
}

/** Unfreezes all payouts of the quarter, or these, with the sum that the screen shows now. */
export async function unfreezeSeen(deps: TestDeps, adminId: string, payoutIds?: readonly string[]) {
  const run = await describeRun(deps, QUARTER)
  const frozen = run.filter(({ row }) => row.exportedAt !== null && (payoutIds?.includes(row.id) ?? true))
  return unfreezePayouts(deps, {
    quarterYear: QUARTER,
    payoutIds: frozen.map(({ row }) => row.id),
    totalPence: sumPence(frozen.map(({ row }) => pence(row.totalPence))),
    adminId,
  })
}
