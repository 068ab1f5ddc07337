import type { Deps, Tx } from '#server/deps.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { mailKeptMonths } from '#shared/limits.ts'

/** Keeps each statement short, whatever the number of rows. */
const AT_ONCE = 2_000

/** Step: deletes mails two years after their last attempt; waiting mails stay. */
export async function deleteOldMails({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
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
 * Step: deletes outbox messages of the contact page and of applications from before a date, because unsent ones still
 * hold the text.
 */
export async function deleteContactMails(tx: Pick<Tx, 'outboxMessage'>, before: Date): Promise<void> {
  await tx.outboxMessage.deleteMany({
    where: {
      template: { in: ['contact-message', 'contact-received', 'application-waiting'] },
      createdAt: { lt: before },
    },
  })
}
