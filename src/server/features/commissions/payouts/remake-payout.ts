import type { Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockReferer } from '#server/features/referers/referers.ts'
import { parseQuarter } from '#shared/calendar/quarter.ts'
import { rateToBasisPoints } from '#shared/money/rates.ts'
import { type CloseOutcome, closeQuarter, EARNED_REGISTERED } from './generate-payouts.ts'

export type OpenPayout = { id: string; refererId: string; quarter: string }

/** A payout that can be made again: not paid, not numbered, in no bank file. */
const OPEN = { status: 'pending', exportedAt: null, document: { is: null } } as const

/**
 * Step: locks the referer and finds the payout of a commission where it can be made again; null where there is none,
 * or it was paid, numbered or exported (requirements §6).
 */
export async function lockOpenPayout(
  tx: Tx,
  { refererId, commissionId }: { refererId: string; commissionId: string },
): Promise<OpenPayout | null> {
  await lockReferer(tx, refererId)
  return tx.payout.findFirst({
    where: {
      ...OPEN,
      refererId,
      entries: { some: { isVoid: false, entry: { commissionId, kind: 'earned' } } },
    },
    select: { id: true, refererId: true, quarter: true },
  })
}

/**
 * Step: voids a payout and closes its quarter again from the current ledger. The void payout pays nothing and is never
 * listed.
 *
 * @throws ShopError PAYOUT_FROZEN where it can no longer be made again
 */
export async function remakePayout(
  tx: Tx,
  { payout, reason, now, vatRate }: { payout: OpenPayout; reason: string; now: Date; vatRate: number },
): Promise<CloseOutcome> {
  const { id, refererId } = payout
  await lockReferer(tx, refererId)
  const { count } = await tx.payout.updateMany({
    where: { ...OPEN, id },
    data: { status: 'void', voidedAt: now, voidReason: reason },
  })
  if (count !== 1) throw new ShopError('PAYOUT_FROZEN')
  await tx.payoutEntry.updateMany({ where: { payoutId: id }, data: { isVoid: true } })
  const quarter = parseQuarter(payout.quarter)
  if (!quarter) throw new Error(`Payout ${id} is of no quarter`)
  return closeQuarter(tx, { refererId, quarter, now, vatRate })
}

/**
 * Step: of these payouts, those that can be made again and whose VAT is outdated, because the referer's registration
 * or the rate changed (requirements §6).
 */
export async function findVatOutdated(
  tx: Pick<Tx, '$queryRaw'>,
  payoutIds: readonly string[],
  vatRate: number,
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select o."id" from "Payout" o join "Referer" r on r."id" = o."refererId"
      join "PayoutEntry" p on p."payoutId" = o."id" join "LedgerEntry" e on e."id" = p."entryId"
      left join "Commission" c on c."id" = e."commissionId"
    where o."id" = any(${[...payoutIds]}::text[]) and o."status" = 'pending' and o."exportedAt" is null
      and not exists (select 1 from "Document" d where d."payoutId" = o."id")
    group by o."id"
    having bool_or(p."isVatable" <> (r."isVatRegistered" and ${EARNED_REGISTERED}))
      or o."vatPence" <> round(greatest(coalesce(sum(e."amountPence") filter (where p."isVatable"), 0), 0)
        * ${rateToBasisPoints(vatRate)}::int / 10000.0)`
  return new Set(rows.map(({ id }) => id))
}

/** Step: makes a payout with outdated VAT again. */
export async function remakeForVat(
  tx: Tx,
  change: { payout: OpenPayout; now: Date; vatRate: number },
): Promise<void> {
  await remakePayout(tx, { ...change, reason: 'The registration for VAT or its rate changed' })
}
