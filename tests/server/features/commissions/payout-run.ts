import { generatePayouts } from '#server/features/commissions/generate-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { sealBankDetails } from '#server/features/referers/seal-bank-details.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
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

/** A referer with bank details who earned so much in the third quarter; no payout yet. */
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

/** The payouts of the quarter, made; those of these referers, in their order. */
export async function closeFor(deps: TestDeps, referers: readonly MadeReferer[]) {
  await generatePayouts(deps, QUARTER)
  const payouts = await Promise.all(referers.map(({ id }) => listPayouts(deps, id)))
  return payouts.map(([payout]) => {
    if (!payout) throw new Error('There is no payout')
    return payout
  })
}
