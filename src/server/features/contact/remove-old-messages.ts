import type { Deps } from '#server/deps.ts'
import { removeContactMails } from '#server/features/mail/remove-contact-mails.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { complaintKeptMonths, contactKeptMonths } from '#shared/limits.ts'

/** Step: removes what was written on the contact page once it has been kept for as long as the privacy page says. */
export async function removeOldMessages({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const messagesBefore = addCalendarMonths(now, -contactKeptMonths)
  await db.contactMessage.deleteMany({
    where: { topic: { not: 'complaint' }, createdAt: { lt: messagesBefore } },
  })
  await db.contactMessage.deleteMany({
    where: { createdAt: { lt: addCalendarMonths(now, -complaintKeptMonths) } },
  })
  await removeContactMails(db, messagesBefore)
}
