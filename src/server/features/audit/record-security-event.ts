import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { limitWindowMinutes } from '#shared/limits.ts'
import type { SecurityEventKind } from '#shared/schemas/security-events.ts'

export type SecurityEvent = {
  kind: SecurityEventKind
  /** Whose account it is about; the id is null where nobody has such an account. */
  subject: { kind: 'student' | 'referer' | 'admin'; id: string | null }
  /** The network it came from; null at the machine's own terminal. */
  address: string | null
}

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** A flood of refused calls writes one row in a window for each address, not one a call. */
const ONCE_A_WINDOW = /\.(locked|required|refused)$/

/**
 * Writes down who got in or did not, and logs it without the address. What it tells about stands by itself: a row that
 * cannot be written is a line in the log, and fails nothing.
 */
export async function recordSecurityEvent(deps: RecordDeps, event: SecurityEvent): Promise<void> {
  const { kind, subject } = event
  try {
    if (ONCE_A_WINDOW.test(kind) && (await isRecent(deps, event))) return
    deps.log.info({ event: kind, subjectKind: subject.kind, subjectId: subject.id }, 'security event')
    await writeSecurityEvent(deps.db, deps, event)
  } catch (err) {
    deps.log.error({ err, event: kind }, 'a security event could not be written')
  }
}

/** Step: the row alone, within the transaction of what it tells about. */
export async function writeSecurityEvent(
  tx: Pick<Prisma.TransactionClient, 'securityEvent'>,
  { clock }: Pick<Deps, 'clock'>,
  { kind, subject, address }: SecurityEvent,
): Promise<void> {
  const now = clock.now()
  await tx.securityEvent.create({
    data: { id: newId(now), at: now, kind, subjectKind: subject.kind, subjectId: subject.id, address },
    select: { id: true },
  })
}

async function isRecent({ db, clock }: RecordDeps, { kind, subject, address }: SecurityEvent) {
  const same = { kind, subjectKind: subject.kind, subjectId: subject.id, address }
  const after = addMinutes(clock.now(), -limitWindowMinutes)
  return (await db.securityEvent.count({ where: { ...same, at: { gt: after } }, take: 1 })) > 0
}

type Outcome = { done: SecurityEventKind | null; failed: SecurityEventKind; locked: SecurityEventKind }

/** Does what asks for a secret and writes down how it ended. A fault of ours is no event: nobody was refused. */
export async function recordOutcome<Result>(
  deps: RecordDeps,
  { done, failed, locked, ...who }: Outcome & Pick<SecurityEvent, 'subject' | 'address'>,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await act()
    if (done) await recordSecurityEvent(deps, { ...who, kind: done })
    return result
  } catch (error) {
    if (error instanceof ShopError && error.code !== 'SERVICE_UNAVAILABLE') {
      await recordSecurityEvent(deps, { ...who, kind: error.code === 'RATE_LIMITED' ? locked : failed })
    }
    throw error
  }
}
