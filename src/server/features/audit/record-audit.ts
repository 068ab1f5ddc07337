import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

export type AuditEvent = {
  /** Who did it: an admin, a student or a referer on their own account, somebody at the machine's terminal, or the shop by itself. */
  actor: { kind: 'admin' | 'student' | 'referer'; id: string } | { kind: 'terminal' } | { kind: 'shop' }
  /** What was done, as `subject.verb`: `session.revoked`. */
  action: `${string}.${string}`
  subject: { kind: string; id: string }
  /** What a later reader needs to know. Facts and ids; never what lets somebody in, nor a bank number. */
  details?: Readonly<Record<string, string | number | boolean | null>>
}

const SECRET = /password|token|secret|hash|authcode|sortcode|accountnumber/i

/** Whether a detail of this name would let somebody in, or is a bank number. */
export function namesSecret(name: string): boolean {
  return SECRET.test(name)
}

/**
 * Step: writes into the audit log, within the transaction of what it tells about. A detail that is named like a
 * secret is a mistake of ours and fails the whole change.
 */
export async function recordAudit(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { actor, action, subject, details = {} }: AuditEvent,
): Promise<void> {
  const secret = Object.keys(details).find(namesSecret)
  if (secret !== undefined) throw new Error(`The audit log keeps no secrets, and ${action} brings ${secret}`)
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
