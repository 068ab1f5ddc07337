import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { recordSecurityEvent } from '#server/features/audit/record-security-event.ts'
import { nudgeMail } from '#server/features/mail/queue-mail.ts'
import { verifyEmailMessages } from '#shared/messages/auth.ts'
import type { checkVerificationOutput, VerifyEmailOutput } from '#shared/schemas/auth.ts'
import { openSession } from './open-session.ts'
import { presentStudent } from './present.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './recognise-browser.ts'
import { consumeVerificationLink, findVerificationLink } from './verification-link.ts'

type VerifyDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>
type VerifyInput = { token: string; userAgent: string; address?: string; browser?: Browser }

export const VERIFIED_BEFORE: VerifyEmailOutput = {
  success: true,
  message: verifyEmailMessages.verified,
  autoLogin: false,
  token: null,
  user: null,
}

/**
 * Whose address a link confirms, and whether that has happened; changes nothing.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID
 */
export async function checkVerification(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<z.output<typeof checkVerificationOutput>> {
  const { isVerified, student } = await findVerificationLink(deps, token)
  return { email: student.email, isVerified }
}

/**
 * Confirms an address with the link mailed to it, and signs in. A session is opened only by the link that confirms: of
 * an account that is confirmed already, every link says that all is well and signs nobody in.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID
 */
export async function verifyEmail(
  deps: VerifyDeps,
  { token, userAgent, address, browser = UNKNOWN_BROWSER }: VerifyInput,
): Promise<VerifyEmailOutput> {
  const link = await findVerificationLink(deps, token)
  if (link.isVerified) return VERIFIED_BEFORE
  const { student } = link
  const opened = await deps.db.$transaction(async (tx) => {
    const outboxId = await consumeVerificationLink(tx, deps, link)
    if (outboxId === null) return null
    const owner = { kind: 'student', studentId: student.id } as const
    return { outboxId, session: await openSession(tx, deps, { owner, userAgent }) }
  })
  if (!opened) return VERIFIED_BEFORE
  const subject = { kind: 'student', id: student.id } as const
  await recordSecurityEvent(deps, { kind: 'signIn.succeeded', subject, address: address ?? null })
  await nudgeMail(deps, [opened.outboxId])
  rememberBrowser(deps, { ...subject, passwordHash: student.passwordHash }, browser)
  return {
    success: true,
    message: verifyEmailMessages.verified,
    autoLogin: true,
    token: opened.session.token,
    user: presentStudent(student),
  }
}
