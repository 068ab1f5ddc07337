import type { Deps, Tx } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'

export type AuditEvent = {
  /** A person in their own account, the terminal of the server, or the shop itself. */
  actor: { kind: 'admin' | 'student' | 'referer'; id: string } | { kind: 'terminal' } | { kind: 'shop' }
  /** As `subject.verb`: `session.revoked`. */
  action: `${string}.${string}`
  subject: { kind: string; id: string }
  /** What a later reader needs. Ids and plain values; never a secret or a bank number. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

const SECRET = /password|token|secret|hash|authcode|sortcode|accountnumber/i

/** Whether a detail of this name may be a secret or a bank number. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

/**
 * Step: writes an audit entry, in the transaction of the act. A detail named like a secret is a bug and fails the
 * transaction.
 */
export async function recordAudit(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { actor, action, subject, details = {} }: AuditEvent,
): Promise<void> {
  const secret = Object.keys(details).find(isSecretName)
  if (secret !== undefined) throw new Error(`The audit log holds no secrets: ${action} has ${secret}`)
  const now = deps.clock.now()
  await tx.auditEntry.create({
    data: {
      id: newId(now),
      at: now,
      actorKind: actor.kind,
      actorId: 'id' in actor ? actor.id : null,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      details,
    },
    select: { id: true },
  })
}
