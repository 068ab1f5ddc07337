import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { mailKeptMonths } from '#shared/limits.ts'

/** A statement stays short however much there is. */
const AT_ONCE = 2_000

/** Step: removes what is left of mails two years after they were last tried; those that wait stay. */
export async function removeOldMails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = addCalendarMonths(clock.now(), -mailKeptMonths)
  let removed: number
  do {
    removed = await db.$executeRaw`
      delete from "OutboxMessage" where "id" in (
        select "id" from "OutboxMessage"
         where "status" in ('sent', 'failed', 'unknown', 'suppressed') and "nextAttemptAt" < ${before}
         limit ${AT_ONCE})`
  } while (removed === AT_ONCE)
}

/**
 * Step: removes the outbox's rows about what somebody wrote on the contact page, and about who applied to be a referer,
 * from before a moment: those that never left still hold it.
 */
export async function removeContactMails(
  tx: Pick<Prisma.TransactionClient, 'outboxMessage'>,
  before: Date,
): Promise<void> {
  await tx.outboxMessage.deleteMany({
    where: {
      template: { in: ['contact-message', 'contact-received', 'application-waiting'] },
      createdAt: { lt: before },
    },
  })
}
