import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/audit/record-security-event.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { resetPasswordMessages } from '#shared/messages/password-reset.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { forgiveSignInTries } from './check-sign-in.ts'
import { closeSessions } from './close-sessions.ts'
import { confirmAddress } from './confirm-address.ts'
import { findResetLink, type ResetLink } from './queries.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './recognise-browser.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'

type ResetDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type ResetInput = {
  token: string
  type: 'user' | 'referer'
  password: string
  address?: string
  browser?: Browser
}

/**
 * Sets a new password with the link mailed for it, once, and ends every session of that person. Whoever
 * holds the link reads the mail, so a student's waiting address is confirmed by it too, and this browser is known from
 * now on: strangers who guess do not lock it out again.
 */
export async function resetPassword(
  deps: ResetDeps,
  { token, type, password, address, browser = UNKNOWN_BROWSER }: ResetInput,
): Promise<{ success: true; message: string }> {
  const link = await findResetLink(deps, token)
  if (!link || link.owner.type !== type) throw new ShopError('RESET_LINK_INVALID')
  // Whoever has a link has tries of their own: strangers behind the same network address have none that works.
  await deps.limits.consume('signInAccount', `reset:${link.id}`)
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)

  const outboxIds = await deps.db.$transaction(async (tx) => {
    const { owner } = link
    if (owner.type === 'user')
      return setForStudent(tx, deps, { link, passwordHash, studentId: owner.studentId })
    return setForReferer(tx, deps, { link, passwordHash, refererId: owner.refererId })
  })
  await nudgeMail(deps, outboxIds)
  const subject =
    link.owner.type === 'user'
      ? { kind: 'student' as const, id: link.owner.studentId }
      : { kind: 'referer' as const, id: link.owner.refererId }
  await recordSecurityEvent(deps, { kind: 'password.reset', subject, address: address ?? null })
  // Who forgot a password has often tried too many; a referer signs in by code, so only a student's count is known here.
  if (type === 'user') await forgiveSignInTries(deps, { kind: 'student', name: keyOf(link.email) })
  rememberBrowser(deps, { ...subject, passwordHash }, browser)
  return { success: true, message: resetPasswordMessages.done }
}

async function setForStudent(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { link, passwordHash, studentId }: { link: ResetLink; passwordHash: string; studentId: string },
): Promise<(string | null)[]> {
  // The person's own row first: whoever comes at the same moment waits for it, with this link or another.
  const [student] = await tx.student.updateManyAndReturn({
    where: { id: studentId, emailKey: keyOf(link.email), erasedAt: null },
    data: { passwordHash },
    select: { id: true, username: true, email: true },
  })
  if (!student) throw new ShopError('RESET_LINK_INVALID')
  await spendLink(tx, deps, link.id)
  await closeSessions(tx, deps, { studentId })
  const told = await queueMail(tx, deps, {
    template: 'password-changed',
    to: student.email,
    props: { username: student.username, how: 'reset', at: deps.clock.now().toISOString() },
    dedupeKey: `password-reset:${link.id}`,
  })
  return [await confirmAddress(tx, deps, student), told]
}

async function setForReferer(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { link, passwordHash, refererId }: { link: ResetLink; passwordHash: string; refererId: string },
): Promise<(string | null)[]> {
  const [referer] = await tx.referer.updateManyAndReturn({
    where: { id: refererId, contactEmailKey: keyOf(link.email), endedAt: null },
    data: { passwordHash, mustChangePassword: false },
    select: { name: true, contactEmail: true },
  })
  if (!referer) throw new ShopError('RESET_LINK_INVALID')
  await spendLink(tx, deps, link.id)
  await closeSessions(tx, deps, { refererId })
  const told = await queueMail(tx, deps, {
    template: 'password-changed',
    to: referer.contactEmail,
    props: {
      account: 'referer',
      username: referer.name,
      how: 'reset',
      at: deps.clock.now().toISOString(),
    },
    dedupeKey: `password-reset:${link.id}`,
  })
  return [told]
}

/** Of two that come at once, one uses the link. */
async function spendLink(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  linkId: string,
): Promise<void> {
  const now = deps.clock.now()
  const { count } = await tx.oneTimeToken.updateMany({
    where: { id: linkId, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  if (count === 0) throw new ShopError('RESET_LINK_INVALID')
}
