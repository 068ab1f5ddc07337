import { z } from 'zod'
import type { AuditEntryOutput } from '#shared/schemas/operations.ts'
import type { listAudit } from './queries.ts'
import type { Names } from './queries-names.ts'
import { namesSecret } from './record-audit.ts'

type Row = Awaited<ReturnType<typeof listAudit>>[number]

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** An entry as it is read. No detail that is named like a secret leaves, even if one had been written. */
export function presentEntry(row: Row, names: Names): AuditEntryOutput {
  const { id, at, action, actorKind, actorId, subjectKind, subjectId } = row
  const details = facts.safeParse(row.details).data ?? {}
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
      .filter(([name, value]) => value !== null && !namesSecret(name))
      .map(([name, value]) => ({ name, value: String(value) })),
  }
}
