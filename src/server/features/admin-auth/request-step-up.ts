import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { nudgeAwaitedMail } from '#server/features/mail/queue-mail.ts'
import { newId } from '#server/infra/ids.ts'
import { adminCodeTries } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { countCodeMail } from './count-code-try.ts'
import { lockAdmin } from './lock-admin.ts'
import { mailCode } from './mail-code.ts'
import { findAdmin } from './queries.ts'

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>

/** A session has one challenge of this kind. No sign-in has such a key: theirs are 64 hex digits. */
export function stepUpKey(sessionId: string): string {
  return `step-up:${sessionId}`
}

/** Mails an admin who is signed in a code for what wants a fresh one. A newer code ends the older. */
export async function requestStepUp(
  deps: RequestDeps,
  { sessionId, adminId }: { sessionId: string; adminId: string },
): Promise<{ success: true; message: string }> {
  const admin = await findAdmin(deps, adminId)
  if (!admin) throw new ShopError('NOT_SIGNED_IN')
  await countCodeMail(deps, { adminId, knownAs: sessionId })

  const tokenHash = stepUpKey(sessionId)
  const outboxId = await deps.db.$transaction(async (tx) => {
    if (!(await lockAdmin(tx, { adminId }))) throw new ShopError('NOT_SIGNED_IN')
    const sent = await mailCode(tx, deps, { email: admin.email, purpose: 'step-up', tokenHash })
    const now = deps.clock.now()
    const { codeHash, expiresAt } = sent
    const fresh = { codeHash, triesLeft: adminCodeTries, createdAt: now, expiresAt, usedAt: null }
    await tx.adminChallenge.upsert({
      where: { tokenHash },
      create: { id: newId(now), adminId, tokenHash, ...fresh },
      update: fresh,
      select: { id: true },
    })
    return sent.outboxId
  })
  await nudgeAwaitedMail(deps, [outboxId])
  return { success: true, message: adminLoginMessages.codeSentText }
}
