import type { Deps } from '#server/deps.ts'
import { sortAddresses } from '#shared/text/address-list.ts'

export type Audience = 'students' | 'referers' | 'all'

/** A student whose latest answer to news is no (PECR reg. 22). */
export const REFUSED_SQL = `(s."newsOptOutAt" is not null and (s."newsOptInAt" is null or s."newsOptInAt" <= s."newsOptOutAt"))`

/**
 * The addresses a campaign may go to, each once: students who bought (soft opt-in, PECR reg. 22(3)) or opted in and
 * did not opt out; referers as parties to a contract. Suppressed addresses are left out. `$1` is the audience.
 */
export const RECIPIENTS_SQL = `
  select distinct on (a."addressKey") a."addressKey", a."address"
    from (
      select s."emailKey" as "addressKey", s."email" as "address"
        from "Student" s
       where $1 in ('students', 'all')
         and s."verifiedAt" is not null and s."erasedAt" is null
         and (s."newsOptInAt" is not null or exists (
           select 1 from "Order" o where o."studentId" = s."id" and o."status" = 'paid'
         ))
         and not ${REFUSED_SQL}
      union
      select r."contactEmailKey", r."contactEmail"
        from "Referer" r
       where $1 in ('referers', 'all') and r."endedAt" is null
    ) a
   where not exists (select 1 from "Suppression" x where x."addressKey" = a."addressKey")`

/** How many addresses a campaign would go to. */
export async function countRecipients(deps: Pick<Deps, 'pool'>, audience: Audience): Promise<number> {
  const { rows } = await deps.pool.query<{ count: number }>({
    name: 'count-recipients',
    text: `select count(*)::int as "count" from (${RECIPIENTS_SQL}) a`,
    values: [audience],
  })
  return rows[0]?.count ?? 0
}

/** The addresses of a list that a campaign leaves out: suppressed ones, and students who opted out. */
async function findRefusing(deps: Pick<Deps, 'pool'>, addresses: readonly string[]): Promise<Set<string>> {
  const { rows } = await deps.pool.query<{ addressKey: string }>({
    name: 'find-refusing',
    text: `select k."addressKey" from unnest($1::text[]) k("addressKey")
            where exists (select 1 from "Suppression" x where x."addressKey" = k."addressKey")
               or exists (select 1 from "Student" s where s."emailKey" = k."addressKey" and ${REFUSED_SQL})`,
    values: [addresses.map((address) => address.toLowerCase())],
  })
  return new Set(rows.map(({ addressKey }) => addressKey))
}

export type CheckedList = { count: number; invalid: string[]; repeated: string[]; suppressed: string[] }

/** Checks a list before it is sent: how many addresses get the campaign, and which ones do not and why. */
export async function checkList(deps: Pick<Deps, 'pool'>, lines: readonly string[]): Promise<CheckedList> {
  const { addresses, invalid, repeated } = sortAddresses(lines.filter((line) => line !== ''))
  const refusing = await findRefusing(deps, addresses)
  const suppressed = addresses.filter((address) => refusing.has(address.toLowerCase()))
  return { count: addresses.length - suppressed.length, invalid, repeated, suppressed }
}
