import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueAwaited } from '#server/features/mail/outbox.ts'
import { newId } from '#server/infra/ids.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { adminCodeTries, stepUpHours } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { lockAdmin } from './admins.ts'
import { consumeCode, mailCode } from './challenges.ts'
import { consumeCodeMail, consumeCodeTry, resetCodeTries } from './code-limits.ts'
import { findAdmin } from './queries.ts'

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>

/** The key of a session's only step-up challenge. No sign-in has such a key: those are 64 hex digits. */
export function stepUpKey(sessionId: string): string {
  return `step-up:${sessionId}`
}

/** Mails a signed-in admin a code for a step-up. A newer code replaces the older. */
export async function requestStepUp(
  deps: RequestDeps,
  { sessionId, adminId }: { sessionId: string; adminId: string },
): Promise<{ success: true; message: string }> {
  const admin = await findAdmin(deps, adminId)
  if (!admin) throw new ShopError('NOT_SIGNED_IN')
  await consumeCodeMail(deps, { adminId, knownAs: sessionId })

  const tokenHash = stepUpKey(sessionId)
  const outboxId = await deps.db.$transaction(async (tx) => {
    if (!(await lockAdmin(tx, { adminId }))) throw new ShopError('NOT_SIGNED_IN')
    const sent = await mailCode(tx, deps, { email: admin.email, purpose: 'step-up', tokenHash })
    const now = deps.clock.now()
    const { codeHash, expiresAt } = sent
    const renewed = { codeHash, triesLeft: adminCodeTries, createdAt: now, expiresAt, usedAt: null }
    await tx.adminChallenge.upsert({
      where: { tokenHash },
      create: { id: newId(now), adminId, tokenHash, ...renewed },
      update: renewed,
      select: { id: true },
    })
    return sent.outboxId
  })
  await enqueueAwaited(deps, [outboxId])
  return { success: true, message: adminLoginMessages.codeSentText }
}

type ConfirmInput = { sessionId: string; adminId: string; authCode: string; method?: CodeMethod }

/**
 * Renews the step-up of a session with a code. A challenge that is expired, used or out of tries gets the same refusal
 * as a missing one: the admin requests a new code.
 */
export async function confirmStepUp(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'signer' | 'seal'>,
  { sessionId, adminId, authCode, method = 'email' }: ConfirmInput,
): Promise<{ stepUpAt: Date }> {
  const guesser = { adminId, knownAs: sessionId }
  await consumeCodeTry(deps, guesser)
  const stepUpAt = deps.clock.now()
  const code = {
    adminId,
    tokenHash: stepUpKey(sessionId),
    authCode,
    method,
    whenWrong: 'STEP_UP_CODE_WRONG',
    whenOver: 'STEP_UP_REQUIRED',
  } as const
  await consumeCode(deps, code, async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, adminId, revokedAt: null, expiresAt: { gt: stepUpAt } },
      data: { stepUpAt },
    })
    if (count === 0) throw new ShopError('NOT_SIGNED_IN')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.confirmed',
      subject: { kind: 'session', id: sessionId },
      details: { method },
    })
  })
  await resetCodeTries(deps, guesser)
  return { stepUpAt }
}

/** Until when (UTC) the acts listed in requirements §6 need no new code. */
export function stepUpEndsAt(stepUpAt: Date): Date {
  return addHours(stepUpAt, stepUpHours)
}
