import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { bankFilesShown } from '#shared/schemas/payout-run.ts'

/** The name of the earlier file with the same commission, by payout; payouts without one are left out. */
export async function findEarlierFiles(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  payoutIds: readonly string[],
): Promise<Map<string, string>> {
  // Matched by entries: a payout that was made again is another row with the same entries.
  const rows = await db.$queryRaw<{ payoutId: string; name: string }[]>`
    select distinct on (e."payoutId") e."payoutId", f."name"
    from "BankFilePayout" b
      join "BankFile" f on f."id" = b."bankFileId"
      join "PayoutEntry" stood on stood."payoutId" = b."payoutId"
      join "PayoutEntry" e on e."entryId" = stood."entryId" and not e."isVoid"
    where b."unfrozenAt" is not null and e."payoutId" = any(${[...payoutIds]}::text[])
    order by e."payoutId", f."madeAt" desc, f."sequence" desc`
  return new Map(rows.map(({ payoutId, name }) => [payoutId, name]))
}

export type BankFileRow = {
  id: string
  quarter: string
  name: string
  madeAt: Date
  madeBy: string
  payoutCount: number
  totalPence: Pence
  repeatedCount: number
  /** Payouts that an admin took out of the file. */
  unfrozen: number
  /** Payouts of the file that are paid. */
  paid: number
  paidPence: Pence
}

/** Bank files, newest first, with the current state of their payouts. */
export async function listBankFiles({ db }: Pick<Deps, 'db'>): Promise<BankFileRow[]> {
  const files = await db.bankFile.findMany({
    orderBy: [{ madeAt: 'desc' }, { sequence: 'desc' }],
    take: bankFilesShown,
    omit: { contentSealed: true },
    include: { madeBy: { select: { email: true } } },
  })
  const sums = await sumFiles(
    db,
    files.map(({ id }) => id),
  )
  return files.map(({ madeBy, totalPence, ...file }) => ({
    ...file,
    totalPence: pence(totalPence),
    madeBy: madeBy.email,
    ...(sums.get(file.id) ?? { unfrozen: 0, paid: 0, paidPence: pence(0) }),
  }))
}

async function sumFiles(db: Deps['db'], ids: readonly string[]) {
  const rows = await db.$queryRaw<{ id: string; unfrozen: bigint; paid: bigint; paidPence: bigint }[]>`
    select b."bankFileId" as "id", count(b."unfrozenAt") as "unfrozen",
      count(*) filter (where b."unfrozenAt" is null and p."status" = 'paid') as "paid",
      coalesce(sum(p."totalPence") filter (where b."unfrozenAt" is null and p."status" = 'paid'), 0) as "paidPence"
    from "BankFilePayout" b join "Payout" p on p."id" = b."payoutId"
    where b."bankFileId" = any(${[...ids]}::text[]) group by 1`
  return new Map(
    rows.map((row) => [
      row.id,
      { unfrozen: Number(row.unfrozen), paid: Number(row.paid), paidPence: pence(Number(row.paidPence)) },
    ]),
  )
}
