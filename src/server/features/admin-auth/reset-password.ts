import type { Deps } from '#server/deps.ts'
import { forgiveSignInTries } from '#server/features/accounts/check-sign-in.ts'
import { closeSessions } from '#server/features/accounts/close-sessions.ts'
import { refuseCommonPassword } from '#server/features/accounts/refuse-common-password.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { writeSecurityEvent } from '#server/features/audit/record-security-event.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { forgiveCodeTries } from './count-code-try.ts'

/**
 * Gives an admin a new password, from the terminal, and shuts out whoever is signed in or half-way there.
 * False when nobody has this address.
 */
export async function resetPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  const emailKey = keyOf(email)
  const adminId = await deps.db.$transaction(async (tx) => {
    // The person's own row first: a sign-in that is under way waits for it and is then refused.
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
    await closeSessions(tx, deps, { adminId: admin.id })
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
  // Who forgot a password has often tried too many.
  await forgiveSignInTries(deps, { kind: 'admin', name: emailKey })
  await forgiveCodeTries(deps, { adminId })
  await deps.limits.reset('adminCode', `mail:${adminId}`)
  return true
}
