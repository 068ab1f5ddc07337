import type { Deps, Tx } from '#server/deps.ts'
import type { AddressChange } from '#server/features/audit/personal-data.ts'
import { erasedEmail, erasedName } from '#server/features/mail/erased-person.ts'
import { columns } from '#server/infra/columns.ts'
import { BUSINESS_FIELDS } from './queries.ts'
import { NO_BUSINESS } from './students.ts'

const MOST_ROWS = 1_000

/** What this feature holds on a student, without hashes and tokens (UK GDPR art. 15); null once erased. */
export async function exportAccount(deps: Pick<Deps, 'db'>, studentId: string) {
  const student = await deps.db.student.findFirst({
    where: { id: studentId, erasedAt: null },
    select: {
      ...columns('id', 'username', 'email', 'accountType'),
      ...BUSINESS_FIELDS,
      ...columns('cartVideoIds', 'verifiedAt', 'newsOptInAt', 'newsOptOutAt', 'createdAt', 'lastSeenAt'),
    },
  })
  if (!student) return null
  const [sessions, tokens, messages] = await Promise.all([
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
    // Only those sent while signed in: a typed address may belong to another person.
    deps.db.contactMessage.findMany({
      where: { studentId },
      orderBy: { createdAt: 'desc' },
      take: MOST_ROWS,
      select: { topic: true, name: true, email: true, invoiceNumber: true, body: true, createdAt: true },
    }),
  ])
  return { student, sessions, links: tokens, messages }
}

/** Not an argon2 hash, so no password fits. */
const NO_PASSWORD = '!'

/** Step: the ids of the contact messages that a student sent, signed in or under their address. */
export async function findMessageIds(
  tx: Pick<Tx, 'contactMessage'>,
  { studentId, emailKey }: { studentId: string; emailKey: string },
) {
  const messages = await tx.contactMessage.findMany({
    where: { OR: [{ studentId }, { emailKey }] },
    select: { id: true },
  })
  return messages.map(({ id }) => id)
}

/**
 * Step: replaces a student by a pseudonym and deletes sessions, tokens and the given contact messages. The row stays,
 * because orders, invoices and the ledger refer to it (UK GDPR art. 17(3)(b)). Media grants refer to sessions: delete
 * them first.
 */
export async function eraseAccountData(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { studentId, messageIds }: { studentId: string; messageIds: readonly string[] },
) {
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
      cartVideoIds: [],
      newsOptInAt: null,
      newsOptOutAt: null,
      lastSeenAt: now,
      erasedAt: now,
    },
    select: { id: true },
  })
}

/**
 * Which addresses were a student's, and when: other people may have had them before and after. A new address counts
 * from the request for its change: an address of another account gets no token. Of one that was never verified only the
 * mails with its tokens are the student's.
 */
export function addressPeriods(
  student: { email: string; createdAt: Date },
  changes: readonly AddressChange[],
) {
  let from = student.createdAt
  const former = changes.map((change) => {
    const period = { address: change.from, from, until: change.at, isOwn: change.wasVerified }
    from = change.askedAt
    return period
  })
  return [...former, { address: student.email, from, until: null, isOwn: true }]
}
