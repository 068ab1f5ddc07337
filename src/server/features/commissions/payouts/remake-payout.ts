import { ShopError } from '#server/errors.ts'
import { lockReferer } from '#server/features/referers/referers.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { parseQuarter } from '#shared/calendar/quarter.ts'
import { type CloseOutcome, closeQuarter, EARNED_REGISTERED } from './generate-payouts.ts'

export type OpenPayout = { id: string; refererId: string; quarter: string }

/** Not paid, never numbered, and in no bank file: such a payout can be made again. */
const OPEN = { status: 'pending', exportedAt: null, document: { is: null } } as const

/**
 * Step: holds a referer and finds the payout that pays what a commission earned, where it can still be made again;
 * null where nothing pays it yet, or it was paid, numbered or exported (requirements §6).
 */
export async function holdOpenPayout(
  tx: Prisma.TransactionClient,
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
 * Step: voids a payout and closes its quarter again, with what the ledger says by now. The void one pays nothing
 * any more and is listed nowhere.
 *
 * @throws ShopError PAYOUT_FROZEN where it can no longer be made again
 */
export async function remakePayout(
  tx: Prisma.TransactionClient,
  { payout, reason, now }: { payout: OpenPayout; reason: string; now: Date },
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
  return closeQuarter(tx, { refererId, quarter, now })
}

/**
 * Step: of these payouts, those that can still be made again and would then be paid with another VAT: the referer has
 * registered, or is registered no longer (requirements §6).
 */
export async function findVatOutdated(
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  payoutIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select distinct o."id" from "Payout" o join "Referer" r on r."id" = o."refererId"
      join "PayoutEntry" p on p."payoutId" = o."id" join "LedgerEntry" e on e."id" = p."entryId"
      left join "Commission" c on c."id" = e."commissionId"
    where o."id" = any(${[...payoutIds]}::text[]) and o."status" = 'pending' and o."exportedAt" is null
      and p."isVatable" <> (r."isVatRegistered" and ${EARNED_REGISTERED})
      and not exists (select 1 from "Document" d where d."payoutId" = o."id")`
  return new Set(rows.map(({ id }) => id))
}

/** Step: makes a payout again whose VAT is outdated. */
export async function remakeForVat(
  tx: Prisma.TransactionClient,
  { payout, now }: { payout: OpenPayout; now: Date },
): Promise<void> {
  await remakePayout(tx, { payout, reason: 'The registration for VAT changed', now })
}
