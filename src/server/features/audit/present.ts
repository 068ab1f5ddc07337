import { z } from 'zod'
import type { AuditEntryOutput } from '#shared/schemas/operations.ts'
import { isSecretName } from './audit-entries.ts'
import type { Named, Names } from './name-queries.ts'
import type { listAudit, listSecurityEvents } from './queries.ts'

const entryDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

type Detail = AuditEntryOutput['details'][number]

/** The details of an entry. One that is named like a secret never leaves, even if it was written. */
export function readDetails(details: unknown): Detail[] {
  return Object.entries(entryDetails.safeParse(details).data ?? {})
    .filter(([name, value]) => value !== null && !isSecretName(name))
    .map(([name, value]) => ({ name, value: String(value) }))
}

/** Whom or what a detail refers to by its id: "refererId" a referer. Null for any other detail. */
export function namedIn({ name, value }: Detail): Named | null {
  return name.endsWith('Id') ? { kind: name.slice(0, -'Id'.length), id: value } : null
}

type EntryRow = Omit<Awaited<ReturnType<typeof listAudit>>[number], 'details'> & { details: Detail[] }

/** An audit entry for the log, with names for ids. */
export function presentEntry(row: EntryRow, names: Names): AuditEntryOutput {
  const { id, at, action, actorKind, actorId, subjectKind, subjectId, details } = row
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
    details: details.flatMap((detail) => presentDetail(detail, names)),
  }
}

/** An id of what has no name says nothing to a reader. */
function presentDetail(detail: Detail, names: Names): Detail[] {
  const named = namedIn(detail)
  if (named === null) return [detail]
  const name = names.of(named)
  return name === null ? [] : [{ name: named.kind, value: name }]
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
