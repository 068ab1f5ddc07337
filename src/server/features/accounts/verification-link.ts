import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { hashToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { confirmAddress } from './confirm-address.ts'
import { lockAccount } from './lock-account.ts'

export type VerificationLink = Awaited<ReturnType<typeof findVerificationLink>>

/**
 * The link that was mailed to confirm an address, and the account. One that is used, void or too old is an error
 * only while the address still waits.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID
 */
export async function findVerificationLink(deps: Pick<Deps, 'db' | 'clock'>, token: string) {
  const link = await deps.db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'verifyEmail', student: { erasedAt: null } },
    select: {
      id: true,
      email: true,
      usedAt: true,
      expiresAt: true,
      student: {
        select: {
          id: true,
          username: true,
          email: true,
          emailKey: true,
          passwordHash: true,
          verifiedAt: true,
        },
      },
    },
  })
  const student = link?.student
  // A link to an address the account has left confirms nothing.
  if (!student || keyOf(link.email) !== student.emailKey) throw new ShopError('VERIFICATION_LINK_INVALID')
  const isVerified = student.verifiedAt !== null
  const isOpen = link.usedAt === null && link.expiresAt > deps.clock.now()
  if (!isVerified && !isOpen) throw new ShopError('VERIFICATION_LINK_INVALID')
  return { id: link.id, isVerified, student }
}

/**
 * Step: confirms the address with its link and returns the outbox id of the welcome; null when another request did so
 * first. The account stays locked.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID when the link or the account came to its end meanwhile
 */
export async function consumeVerificationLink(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { id, student }: VerificationLink,
): Promise<string | null> {
  const now = deps.clock.now()
  // First the student, then the link, as erasing takes them.
  if (!(await lockAccount(tx, student.id))) throw new ShopError('VERIFICATION_LINK_INVALID')
  const { count } = await tx.oneTimeToken.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  if (count === 1) return confirmAddress(tx, deps, student)
  const verified = await tx.student.count({ where: { id: student.id, verifiedAt: { not: null } } })
  if (verified === 0) throw new ShopError('VERIFICATION_LINK_INVALID')
  return null
}
