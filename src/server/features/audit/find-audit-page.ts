import type { Deps } from '#server/deps.ts'
import type { AuditInput, AuditOutput } from '#shared/schemas/operations.ts'
import { presentEntry } from './present.ts'
import { findNames, listAudit } from './queries.ts'

const SHOWN = 50

/** Who did what, a page of it, with the names people have now. */
export async function findAuditPage(deps: Pick<Deps, 'db'>, input: AuditInput): Promise<AuditOutput> {
  const rows = await listAudit(deps, { ...input, limit: SHOWN + 1 })
  const shown = rows.slice(0, SHOWN)
  const ids = shown.flatMap(({ actorId, subjectId }) => [...(actorId ? [actorId] : []), subjectId])
  const names = await findNames(deps, ids)
  return {
    entries: shown.map((row) => presentEntry(row, names)),
    nextCursor: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
  }
}
