import type { Deps } from '#server/deps.ts'

export type Audience = 'students' | 'referers' | 'all'

/**
 * Who may be written to: students who bought (soft opt-in, PECR reg. 22(3)) or said yes, and did not refuse;
 * referers as partners of a contract; nobody on the suppression list. The same address counts once.
 */
const AUDIENCE_SQL = `
  select s."emailKey" as "addressKey", s."email" as "address"
    from "Student" s
   where $1 in ('students', 'all')
     and s."verifiedAt" is not null and s."erasedAt" is null
     and (s."newsOptInAt" is not null or exists (
       select 1 from "Order" o where o."studentId" = s."id" and o."status" = 'paid'
     ))
     and (s."newsOptOutAt" is null or s."newsOptInAt" > s."newsOptOutAt")
  union
  select r."contactEmailKey", r."contactEmail"
    from "Referer" r
   where $1 in ('referers', 'all') and r."endedAt" is null`

/** How many addresses a mailing would go to. */
export async function countRecipients(deps: Pick<Deps, 'pool'>, audience: Audience): Promise<number> {
  const { rows } = await deps.pool.query<{ count: number }>({
    name: 'count-recipients',
    text: `select count(distinct a."addressKey")::int as "count" from (${AUDIENCE_SQL}) a
            where not exists (select 1 from "Suppression" x where x."addressKey" = a."addressKey")`,
    values: [audience],
  })
  return rows[0]?.count ?? 0
}
