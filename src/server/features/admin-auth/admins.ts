import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { refuseCommonPassword } from '#server/features/accounts/passwords.ts'
import { revokeSessions } from '#server/features/accounts/sessions.ts'
import { resetSignInTries } from '#server/features/accounts/sign-in-attempts.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { writeSecurityEvent } from '#server/features/audit/security-events.ts'
import { newId } from '#server/infra/ids.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { resetCodeTries } from './code-limits.ts'

/**
 * Step: locks the row of an admin until the transaction ends. True while the admin is not disabled and, if it is given,
 * still has this password.
 */
export async function lockAdmin(
  tx: Tx,
  { adminId, passwordHash = null }: { adminId: string; passwordHash?: string | null },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ passwordHash: string }[]>`
    select "passwordHash" from "Admin" where "id" = ${adminId} and "disabledAt" is null for no key update`
  return rows.some((row) => passwordHash === null || row.passwordHash === passwordHash)
}

/** Creates an admin from the terminal. False where the address has one already, which stays unchanged. */
export async function createAdmin(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  return deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()
    const id = newId(now)
    const { count } = await tx.admin.createMany({
      data: { id, email: email.trim(), emailKey: keyOf(email), passwordHash, createdAt: now },
      skipDuplicates: true,
    })
    if (count === 0) return false
    await recordAudit(tx, deps, {
      actor: { kind: 'terminal' },
      action: 'admin.added',
      subject: { kind: 'admin', id },
    })
    return true
  })
}

/**
 * Sets a new password for an admin from the terminal, and revokes their sessions and challenges. False where no admin
 * has this address.
 */
export async function resetAdminPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  const emailKey = keyOf(email)
  const adminId = await deps.db.$transaction(async (tx) => {
    // The admin's row first: a sign-in at the same time waits for it and is then refused.
    const [admin] = await tx.admin.updateManyAndReturn({
      where: { emailKey },
      data: { passwordHash },
      select: { id: true },
    })
    if (!admin) return null
    await tx.adminChallenge.updateMany({
      where: { adminId: admin.id, usedAt: null },
      data: { usedAt: deps.clock.now() },
    })
    await revokeSessions(tx, deps, { adminId: admin.id })
    await recordAudit(tx, deps, {
      actor: { kind: 'terminal' },
      action: 'admin.reset',
      subject: { kind: 'admin', id: admin.id },
    })
    const subject = { kind: 'admin', id: admin.id } as const
    await writeSecurityEvent(tx, deps, { kind: 'password.reset', subject, address: null })
    return admin.id
  })
  if (adminId === null) return false
  // An admin who forgot the password has often used the tries up.
  await resetSignInTries(deps, { kind: 'admin', name: emailKey })
  await resetCodeTries(deps, { adminId })
  await deps.limits.reset('adminCode', `mail:${adminId}`)
  return true
}

/** Revokes one of an admin's own sessions; the current one is allowed too. */
export async function revokeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  { adminId, sessionId }: { adminId: string; sessionId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, adminId, revokedAt: null },
      data: { revokedAt: deps.clock.now() },
    })
    if (count === 0) throw new ShopError('NOT_FOUND')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.revoked',
      subject: { kind: 'session', id: sessionId },
    })
  })
  return { success: true }
}
