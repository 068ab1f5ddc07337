import type { Deps } from '#server/deps.ts'
import type { SecurityEventsInput, SecurityEventsOutput } from '#shared/schemas/security-events.ts'
import { listSecurityEvents } from './queries.ts'
import { findNames } from './queries-names.ts'

const SHOWN = 50

/** A page of security events, the newest first, with the names people have now. */
export async function findSecurityEvents(
  deps: Pick<Deps, 'db'>,
  input: SecurityEventsInput,
): Promise<SecurityEventsOutput> {
  const rows = await listSecurityEvents(deps, { ...input, limit: SHOWN + 1 })
  const shown = rows.slice(0, SHOWN)
  const known = shown.flatMap(({ subjectKind, subjectId }) =>
    subjectId === null ? [] : [{ kind: subjectKind, id: subjectId }],
  )
  const names = await findNames(deps, known)
  return {
    events: shown.map(({ id, at, kind, subjectKind, subjectId, address }) => ({
      id,
      at: at.toISOString(),
      kind,
      subject: {
        kind: subjectKind,
        id: subjectId,
        name: subjectId === null ? null : names.of({ kind: subjectKind, id: subjectId }),
      },
      address,
    })),
    nextCursor: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
  }
}
