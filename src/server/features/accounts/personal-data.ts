import type { Deps } from '#server/deps.ts'
import type { AddressChange } from '#server/features/audit/personal-data.ts'
import { erasedEmail, erasedName } from '#server/features/mail/erased-person.ts'
import type { AddressPeriod } from '#server/features/mail/personal-data.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { NO_BUSINESS } from './change-business.ts'
import { BUSINESS_FIELDS } from './queries.ts'

const MOST_ROWS = 1_000

/** What accounts holds on a student, without what would let somebody in (UK GDPR art. 15); null once erased. */
export async function exportAccount(deps: Pick<Deps, 'db'>, studentId: string) {
  const student = await deps.db.student.findFirst({
    where: { id: studentId, erasedAt: null },
    select: {
      id: true,
      username: true,
      email: true,
      accountType: true,
      ...BUSINESS_FIELDS,
      verifiedAt: true,
      newsOptInAt: true,
      newsOptOutAt: true,
      createdAt: true,
      lastSeenAt: true,
    },
  })
  if (!student) return null
  const [sessions, links, messages] = await Promise.all([
    deps.db.session.findMany({
      where: { studentId },
      orderBy: { createdAt: 'desc' },
      take: MOST_ROWS,
      select: { userAgent: true, createdAt: true, lastUsedAt: true, expiresAt: true, revokedAt: true },
    }),
    deps.db.oneTimeToken.findMany({
      where: { studentId },
      orderBy: { createdAt: 'desc' },
      take: MOST_ROWS,
      select: { purpose: true, email: true, createdAt: true, usedAt: true },
    }),
    // Those written while signed in: what came in under an address alone may be somebody else's.
    deps.db.contactMessage.findMany({
      where: { studentId },
      orderBy: { createdAt: 'desc' },
      take: MOST_ROWS,
      select: { topic: true, name: true, email: true, invoiceNumber: true, body: true, createdAt: true },
    }),
  ])
  return { student, sessions, links, messages }
}

/** No argon2 hash looks like this, so no password fits. */
const NO_PASSWORD = '!'

/** Step: which messages of the contact page a student wrote, signed in or from their address. */
export async function findMessageIds(
  tx: Pick<Prisma.TransactionClient, 'contactMessage'>,
  { studentId, emailKey }: { studentId: string; emailKey: string },
): Promise<string[]> {
  const messages = await tx.contactMessage.findMany({
    where: { OR: [{ studentId }, { emailKey }] },
    select: { id: true },
  })
  return messages.map(({ id }) => id)
}

/**
 * Step: puts a pseudonym in the place of a student, and removes sessions, links and the messages named, which they
 * wrote to the instructor. The row stays, because orders, invoices and the ledger point to it (UK GDPR
 * art. 17(3)(b)); nobody can sign in to it. Media grants hang on sessions: erase access first.
 */
export async function eraseAccountData(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { studentId, messageIds }: { studentId: string; messageIds: readonly string[] },
): Promise<void> {
  const now = deps.clock.now()
  await tx.oneTimeToken.deleteMany({ where: { studentId } })
  await tx.contactMessage.deleteMany({ where: { id: { in: [...messageIds] } } })
  await tx.session.deleteMany({ where: { studentId } })
  await tx.student.update({
    where: { id: studentId },
    data: {
      ...NO_BUSINESS,
      username: erasedName(studentId),
      usernameKey: erasedName(studentId),
      email: erasedEmail(studentId),
      emailKey: erasedEmail(studentId),
      passwordHash: NO_PASSWORD,
      newsOptInAt: null,
      newsOptOutAt: null,
      lastSeenAt: now,
      erasedAt: now,
    },
    select: { id: true },
  })
}

/**
 * Which addresses were a student's, and when: somebody else may have had them before and after. A new address counts
 * from the moment its link was asked for, which is refused while it belongs to somebody.
 */
export function addressPeriods(
  student: { email: string; createdAt: Date },
  changes: readonly AddressChange[],
): AddressPeriod[] {
  let from = student.createdAt
  const former = changes.map((change) => {
    const period = { address: change.from, from, until: change.at }
    from = change.askedAt
    return period
  })
  return [...former, { address: student.email, from, until: null }]
}
