import type { z } from 'zod'
import type { Deps, Tx } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { type bankFilesOutput, bankFilesShown } from '#shared/schemas/payout-run.ts'

/** The name of the earlier file with the same commission, by payout; payouts without one are left out. */
export async function findEarlierFiles(db: Pick<Tx, '$queryRaw'>, payoutIds: readonly string[]) {
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

type FileSums = Pick<z.input<typeof bankFilesOutput>[number], 'unfrozen' | 'paid' | 'paidAmount'>

/** Bank files, newest first, with the current state of their payouts. */
export async function listBankFiles({ db }: Pick<Deps, 'db'>) {
  const files = await db.bankFile.findMany({
    orderBy: [{ madeAt: 'desc' }, { sequence: 'desc' }],
    take: bankFilesShown,
    select: {
      ...columns('id', 'quarter', 'name', 'madeAt', 'payoutCount', 'totalPence', 'repeatedCount'),
      madeBy: { select: { email: true } },
    },
  })
  const ids = files.map(({ id }) => id)
  const rows = await db.$queryRaw<(FileSums & { id: string })[]>`
    select b."bankFileId" as "id", count(b."unfrozenAt")::int as "unfrozen",
      (count(*) filter (where b."unfrozenAt" is null and p."status" = 'paid'))::int as "paid",
      coalesce(sum(p."totalPence") filter (where b."unfrozenAt" is null and p."status" = 'paid'), 0)::float8
        as "paidAmount"
    from "BankFilePayout" b join "Payout" p on p."id" = b."payoutId"
    where b."bankFileId" = any(${ids}::text[]) group by 1`
  const sums = new Map(rows.map((row) => [row.id, row]))
  return files.map(({ id, name, madeAt, ...file }) => ({
    quarterYear: file.quarter,
    filename: name,
    madeAt,
    madeBy: file.madeBy.email,
    payouts: file.payoutCount,
    totalAmount: file.totalPence,
    repeated: file.repeatedCount,
    ...(sums.get(id) ?? { id, unfrozen: 0, paid: 0, paidAmount: 0 }),
  }))
}
