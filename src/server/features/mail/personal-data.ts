import type { Deps } from '#server/deps.ts'

const MOST = 1_000

/** What mail holds on an address: which mails were sent to it, and whether it refused news (UK GDPR art. 15). */
export async function exportMail(deps: Pick<Deps, 'db'>, address: string) {
  const addressKey = address.trim().toLowerCase()
  // Not Prisma's case-insensitive comparison: it is ILIKE, where an underscore stands for any letter.
  const ids = await deps.db.$queryRaw<{ id: string }[]>`
    select "id" from "OutboxMessage" where lower("toAddress") = ${addressKey} order by "createdAt" desc limit ${MOST}`
  const messages = await deps.db.outboxMessage.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    orderBy: { createdAt: 'asc' },
    select: { template: true, toAddress: true, props: true, status: true, createdAt: true, sentAt: true },
  })
  const suppression = await deps.db.suppression.findUnique({
    where: { addressKey },
    select: { reason: true, createdAt: true },
  })
  return { messages, suppression }
}
