import type { Deps } from '#server/deps.ts'
import { refuseCommonPassword } from '#server/features/accounts/refuse-common-password.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { newId } from '#server/infra/ids.ts'
import { keyOf } from '#shared/text/text-key.ts'

/** Makes an admin, from the terminal. False when there is one with this address: it is left as it is. */
export async function addAdmin(
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
