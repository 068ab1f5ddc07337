import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { newId } from '#server/infra/ids.ts'
import { addDays, addMinutes } from '#shared/calendar/durations.ts'
import { limitWindowMinutes, securityEventDays } from '#shared/limits.ts'
import type { SecurityEventKind } from '#shared/schemas/security-events.ts'

export type SecurityEvent = {
  kind: SecurityEventKind
  /** The account it is about; the id is null where there is no such account. */
  subject: { kind: 'student' | 'referer' | 'admin'; id: string | null }
  /** The network address of the caller; null at the server's terminal. */
  address: string | null
}

type RecordDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** Refused calls write one row per address and window, so that a flood does not fill the table. */
const ONCE_A_WINDOW = /\.(locked|required|refused)$/

/**
 * Records a sign-in, a refusal or the like, and logs it without the address. It never fails the act: a row that cannot
 * be written becomes a line in the log.
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

/** Step: writes the row alone, in the transaction of the act. */
export async function writeSecurityEvent(
  tx: Pick<Tx, 'securityEvent'>,
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

/** Runs an act that checks a secret, and records its outcome. An unexpected error is no event: it refuses no caller. */
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

/** Deletes the security events that are older than the privacy page allows. */
export async function deleteOldSecurityEvents({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.securityEvent.deleteMany({ where: { at: { lt: addDays(clock.now(), -securityEventDays) } } })
}
