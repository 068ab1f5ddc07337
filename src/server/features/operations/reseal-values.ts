import type { Deps } from '#server/deps.ts'
import { linkRequestRow } from '#server/features/accounts/link-requests.ts'
import { authenticatorRow } from '#server/features/admin-auth/second-factors.ts'
import { sellerAccountRow } from '#server/features/commissions/bank-files/seller-account.ts'
import { bankFileRow } from '#server/features/commissions/bank-files/stored-bank-files.ts'
import { outboxRow } from '#server/features/mail/outbox.ts'
import { bankRowOf } from '#server/features/referers/bank-details.ts'

/** Every column of sealed values, and the context that seals each value. */
export const SEALED_COLUMNS = [
  {
    table: 'Referer',
    column: 'bankDetailsSealed',
    rowOf: (id: string) => bankRowOf({ kind: 'Referer', id }),
  },
  {
    table: 'RefererApplication',
    column: 'bankDetailsSealed',
    rowOf: (id: string) => bankRowOf({ kind: 'RefererApplication', id }),
  },
  { table: 'Admin', column: 'totpSealed', rowOf: authenticatorRow },
  { table: 'Admin', column: 'totpPendingSealed', rowOf: authenticatorRow },
  { table: 'BankFile', column: 'contentSealed', rowOf: bankFileRow },
  { table: 'SellerAccount', column: 'detailsSealed', rowOf: sellerAccountRow },
  { table: 'OutboxMessage', column: 'secretsSealed', rowOf: outboxRow },
  { table: 'LinkRequest', column: 'requestSealed', rowOf: linkRequestRow },
] as const

type SealedColumn = (typeof SEALED_COLUMNS)[number]

export type Resealed = {
  table: string
  column: string
  /** Values sealed again. The others had the newest key already, or changed meanwhile. */
  resealed: number
  checked: number
  /** Rows that no configured key opens. */
  unreadable: string[]
}

const BATCH = 500

/**
 * Reseals every value that an older key sealed. A value that changes meanwhile is left alone, so the shop may be
 * running, once its newest key comes first.
 */
export async function resealValues(deps: Pick<Deps, 'pool' | 'seal'>): Promise<Resealed[]> {
  const results: Resealed[] = []
  for (const column of SEALED_COLUMNS) results.push(await resealColumn(deps, column))
  return results
}

async function resealColumn(
  { pool, seal }: Pick<Deps, 'pool' | 'seal'>,
  { table, column, rowOf }: SealedColumn,
): Promise<Resealed> {
  const result: Resealed = { table, column, resealed: 0, checked: 0, unreadable: [] }
  let last = ''
  while (true) {
    const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
      `select "id", "${column}" as sealed from "${table}"
       where "${column}" is not null and "id" > $1 order by "id" limit ${BATCH}`,
      [last],
    )
    for (const { id, sealed } of rows) {
      const plain = openOrNull(() => seal.open(sealed, rowOf(id)))
      result.checked += 1
      if (plain === null) result.unreadable.push(id)
      else if (!seal.isNewest(sealed)) {
        const { rowCount } = await pool.query(
          `update "${table}" set "${column}" = $3 where "id" = $1 and "${column}" = $2`,
          [id, sealed, Buffer.from(seal.seal(plain, rowOf(id)))],
        )
        result.resealed += rowCount ?? 0
      }
    }
    const end = rows.at(-1)
    if (!end) return result
    last = end.id
  }
}

/** Unreadable values are reported at the end, after all others are done. */
function openOrNull(open: () => string): string | null {
  try {
    return open()
  } catch {
    return null
  }
}
