import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { nudgeMail } from '#server/features/mail/queue-mail.ts'
import { hashToken } from '#server/infra/ids.ts'
import { verifyEmailMessages } from '#shared/messages/auth.ts'
import type { verifyEmailOutput } from '#shared/schemas/auth.ts'
import { keyOf } from '#shared/text-key.ts'
import { confirmAddress } from './confirm-address.ts'
import { lockAccount } from './lock-account.ts'
import { openSession } from './open-session.ts'
import { presentStudent } from './present.ts'

type VerifyDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>
type VerifyEmailOutput = z.output<typeof verifyEmailOutput>

/**
 * Confirms an address with the link mailed to it, and signs in. A link works once. Followed again, it says
 * that all is well without signing in: mail scanners open links before their owners do.
 */
export async function verifyEmail(
  deps: VerifyDeps,
  { token, userAgent }: { token: string; userAgent: string },
): Promise<VerifyEmailOutput> {
  const link = await findLink(deps, token)
  if (!link) throw new ShopError('VERIFICATION_LINK_INVALID')
  const { student } = link

  const opened = await deps.db.$transaction(async (tx) => {
    const now = deps.clock.now()
    // First the student, then the link, as erasing takes them.
    if (!(await lockAccount(tx, student.id))) throw new ShopError('VERIFICATION_LINK_INVALID')
    const { count } = await tx.oneTimeToken.updateMany({
      where: { id: link.id, usedAt: null, expiresAt: { gt: now } },
      data: { usedAt: now },
    })
    if (count === 0) return null
    const outboxId = await confirmAddress(tx, deps, student)
    const owner = { kind: 'student', studentId: student.id } as const
    return { outboxId, session: await openSession(tx, deps, { owner, userAgent }) }
  })
  if (!opened) return answerAgain(deps, student.id)

  await nudgeMail(deps, [opened.outboxId])
  return {
    success: true,
    message: verifyEmailMessages.verified,
    autoLogin: true,
    token: opened.session.token,
    user: presentStudent(student),
  }
}

async function findLink(deps: Pick<Deps, 'db'>, token: string) {
  const link = await deps.db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'verifyEmail', student: { erasedAt: null } },
    select: {
      id: true,
      email: true,
      student: { select: { id: true, username: true, email: true, emailKey: true } },
    },
  })
  const student = link?.student
  // A link to an address the account has left confirms nothing.
  if (!student || keyOf(link.email) !== student.emailKey) return null
  return { id: link.id, student }
}

/** A link that is used or too old is an error only while the address is still waiting for its confirmation. */
async function answerAgain(deps: Pick<Deps, 'db'>, studentId: string): Promise<VerifyEmailOutput> {
  const verified = await deps.db.student.count({ where: { id: studentId, verifiedAt: { not: null } } })
  if (verified === 0) throw new ShopError('VERIFICATION_LINK_INVALID')
  return {
    success: true,
    message: verifyEmailMessages.verified,
    autoLogin: false,
    token: null,
    user: null,
  }
}
