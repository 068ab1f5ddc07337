import type { Deps } from '#server/deps.ts'
import type { AuditInput, AuditOutput } from '#shared/schemas/operations.ts'
import { presentEntry } from './present.ts'
import { listAudit } from './queries.ts'
import { findNames } from './queries-names.ts'

const SHOWN = 50

/** Who did what, a page of it, with the names people have now. */
export async function findAuditPage(deps: Pick<Deps, 'db'>, input: AuditInput): Promise<AuditOutput> {
  const rows = await listAudit(deps, { ...input, limit: SHOWN + 1 })
  const shown = rows.slice(0, SHOWN)
  const names = await findNames(
    deps,
    shown.flatMap(({ actorKind, actorId, subjectKind, subjectId }) => [
      { kind: subjectKind, id: subjectId },
      ...(actorId === null ? [] : [{ kind: actorKind, id: actorId }]),
    ]),
  )
  return {
    entries: shown.map((row) => presentEntry(row, names)),
    nextCursor: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
  }
}
