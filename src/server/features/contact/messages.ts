import type { Deps, Tx } from '#server/deps.ts'
import { findStudent } from '#server/features/accounts/queries.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { deleteContactMails } from '#server/features/mail/delete-old-mails.ts'
import { contactMailKey, enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { newId } from '#server/infra/ids.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { addDays, addHours } from '#shared/calendar/durations.ts'
import {
  complaintDays,
  complaintKeptMonths,
  contactKeptMonths,
  contactSentAgainHours,
} from '#shared/limits.ts'
import type { ContactInput, ContactOutput } from '#shared/schemas/contact.ts'
import { keyOf } from '#shared/text/text-key.ts'

type MessageDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Stores a contact message and mails it to the instructor; a repeat within the hour changes nothing. The typed address is
 * unverified, so only a signed-in student gets an acknowledgement, without the message. A complaint also gets an audit
 * entry with the day by which it must be acknowledged.
 */
export async function createMessage(
  deps: MessageDeps,
  { message, studentId }: { message: ContactInput; studentId: string | null },
): Promise<ContactOutput> {
  const student = studentId === null ? null : await findStudent(deps, studentId)
  const { stored, mails } = await deps.db.$transaction((tx) => storeMessage(tx, deps, { message, student }))
  await enqueueOutbox(deps, mails)
  return { ...detailsOf(stored), isAcknowledged: student !== null }
}

type Student = Awaited<ReturnType<typeof findStudent>>
type StoredMessage = { id: string; topic: ContactInput['topic']; createdAt: Date }

/** Step: stores a message and writes its mails, unless the same message is stored already. */
async function storeMessage(
  tx: Tx,
  deps: MessageDeps,
  { message, student }: { message: ContactInput; student: Student },
) {
  const now = deps.clock.now()
  const content = {
    topic: message.topic,
    name: message.name,
    emailKey: keyOf(message.email),
    invoiceNumber: message.invoiceNumber,
    body: message.message,
    studentId: student?.id ?? null,
  }
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`contact:${content.emailKey}`}, 0))`
  const known = await tx.contactMessage.findFirst({
    where: { ...content, createdAt: { gt: addHours(now, -contactSentAgainHours) } },
    select: { id: true, topic: true, createdAt: true },
  })
  if (known !== null) return { stored: known, mails: [] }

  const stored = await tx.contactMessage.create({
    data: { id: newId(now), ...content, email: message.email, createdAt: now },
    select: { id: true, topic: true, createdAt: true },
  })
  const details = detailsOf(stored)
  if (details.acknowledgedBy !== null) await recordComplaint(tx, deps, { id: stored.id, ...details, student })
  const toInstructor = await queueMail(tx, deps, {
    template: 'contact-message',
    to: deps.config.seller.email,
    props: {
      ...details,
      topic: message.topic,
      name: message.name,
      replyTo: message.email,
      invoiceNumber: message.invoiceNumber,
      message: message.message,
      account: student && { username: student.username, email: student.email },
      at: now.toISOString(),
    },
    dedupeKey: contactMailKey({ studentId: content.studentId, messageId: stored.id }),
  })
  const receipt =
    student &&
    (await queueMail(tx, deps, {
      template: 'contact-received',
      to: student.email,
      props: { ...details, username: student.username, at: now.toISOString() },
    }))
  return { stored, mails: [toInstructor, receipt] }
}

function detailsOf({ id, topic, createdAt }: StoredMessage) {
  return {
    reference: referenceOf(id),
    acknowledgedBy: topic === 'complaint' ? addDays(createdAt, complaintDays).toISOString() : null,
  }
}

type Complaint = {
  id: string
  reference: string
  acknowledgedBy: string | null
  student: { id: string } | null
}

function recordComplaint(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { id, reference, acknowledgedBy, student }: Complaint,
) {
  return recordAudit(tx, deps, {
    actor: student ? { kind: 'student', id: student.id } : { kind: 'shop' },
    action: 'complaint.received',
    subject: { kind: 'contactMessage', id },
    details: { reference, acknowledgedBy },
  })
}

/** Eight letters and figures, short enough to read out. */
function referenceOf(id: string): string {
  return `M-${id.slice(-8).toUpperCase()}`
}

/** Step: deletes the contact messages that are older than the privacy page allows. */
export async function deleteOldMessages({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const messagesBefore = addCalendarMonths(now, -contactKeptMonths)
  await db.contactMessage.deleteMany({
    where: { topic: { not: 'complaint' }, createdAt: { lt: messagesBefore } },
  })
  await db.contactMessage.deleteMany({
    where: { createdAt: { lt: addCalendarMonths(now, -complaintKeptMonths) } },
  })
  await deleteContactMails(db, messagesBefore)
}
