import type { Deps } from '#server/deps.ts'
import { nudgeAwaitedMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type LinkRequest, linkRequest, linkRequestRow } from './ask-for-link.ts'
import { mailReset } from './mail-reset.ts'
import { mailVerification } from './mail-verification.ts'

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

type Request = LinkRequest & { id: string }

/** Two referers may share a club's address; more than this do not. */
const ACCOUNTS_PER_ADDRESS = 10

/**
 * Mails the link somebody asked for, if the address has an account that can use it. The request goes with the transaction
 * that writes the mail; a second worker finds none.
 */
export async function mailLink(deps: LinkDeps, { requestId: id }: { requestId: string }): Promise<void> {
  const row = await deps.db.linkRequest.findUnique({ where: { id }, select: { requestSealed: true } })
  if (!row) return
  const request = linkRequest.parse(JSON.parse(deps.seal.open(row.requestSealed, linkRequestRow(id))))
  const outboxIds = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.linkRequest.deleteMany({ where: { id } })
    if (count === 0) return []
    if (request.kind === 'verifyEmail') return mailVerificationTo(tx, deps, { id, ...request })
    if (request.kind === 'resetStudent') return mailResetToStudent(tx, deps, { id, ...request })
    return mailResetToReferers(tx, deps, { id, ...request })
  })
  await nudgeAwaitedMail(deps, outboxIds)
}

async function mailVerificationTo(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { id, emailKey }: Request,
): Promise<(string | null)[]> {
  const student = await tx.student.findFirst({
    where: { emailKey, verifiedAt: null, erasedAt: null },
    select: { id: true, username: true, email: true },
  })
  return student ? [await mailVerification(tx, deps, { student, dedupeKey: `link:${id}` })] : []
}

async function mailResetToStudent(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { id, emailKey }: Request,
): Promise<(string | null)[]> {
  const student = await tx.student.findFirst({
    where: { emailKey, erasedAt: null },
    select: { id: true, username: true, email: true },
  })
  if (!student) return []
  const { id: studentId, username: name, email } = student
  return [await mailReset(tx, deps, { owner: { studentId }, name, email, dedupeKey: `link:${id}` })]
}

async function mailResetToReferers(
  tx: Prisma.TransactionClient,
  deps: LinkDeps,
  { id, emailKey }: Request,
): Promise<(string | null)[]> {
  const referers = await tx.referer.findMany({
    where: { contactEmailKey: emailKey, endedAt: null },
    orderBy: { createdAt: 'asc' },
    take: ACCOUNTS_PER_ADDRESS,
    select: { id: true, name: true, contactEmail: true },
  })
  const outboxIds = []
  for (const { id: refererId, name, contactEmail: email } of referers) {
    const dedupeKey = `link:${id}:${refererId}`
    outboxIds.push(await mailReset(tx, deps, { owner: { refererId }, name, email, dedupeKey }))
  }
  return outboxIds
}
