import { z } from 'zod'
import type { AuditEntryOutput } from '#shared/schemas/operations.ts'
import { isSecretName } from './audit-entries.ts'
import type { Names } from './name-queries.ts'
import type { listAudit, listSecurityEvents } from './queries.ts'

type EntryRow = Awaited<ReturnType<typeof listAudit>>[number]

const entryDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** An audit entry for the log. A detail named like a secret never leaves, even if one was written. */
export function presentEntry(row: EntryRow, names: Names): AuditEntryOutput {
  const { id, at, action, actorKind, actorId, subjectKind, subjectId } = row
  const details = entryDetails.safeParse(row.details).data ?? {}
  return {
    id,
    at: at.toISOString(),
    action,
    actor: {
      kind: actorKind,
      id: actorId,
      name: actorId === null ? null : names.of({ kind: actorKind, id: actorId }),
    },
    subject: { kind: subjectKind, id: subjectId, name: names.of({ kind: subjectKind, id: subjectId }) },
    details: Object.entries(details)
      .filter(([name, value]) => value !== null && !isSecretName(name))
      .map(([name, value]) => ({ name, value: String(value) })),
  }
}

type EventRow = Awaited<ReturnType<typeof listSecurityEvents>>[number]

/** A security event for the log. */
export function presentSecurityEvent(
  { id, at, kind, subjectKind, subjectId, address }: EventRow,
  names: Names,
) {
  return {
    id,
    at: at.toISOString(),
    kind,
    subject: {
      kind: subjectKind,
      id: subjectId,
      name: subjectId === null ? null : names.of({ kind: subjectKind, id: subjectId }),
    },
    address,
  }
}
