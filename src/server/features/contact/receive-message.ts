import type { Deps } from '#server/deps.ts'
import { findStudent } from '#server/features/accounts/queries.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { contactMailKey, nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addDays, addHours } from '#shared/calendar/durations.ts'
import { complaintDays, contactSentAgainHours } from '#shared/limits.ts'
import type { ContactInput, ContactOutput } from '#shared/schemas/contact.ts'
import { keyOf } from '#shared/text/text-key.ts'

type ReceiveDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Takes what somebody wrote on the contact page and mails it to the instructor, once however often it is sent within an
 * hour. Nobody has confirmed the address they gave, so nothing is mailed to it: an acknowledgement goes to the account
 * of whoever is signed in, without a word of the message. A complaint is written into the audit log too, with the day
 * by which it has to be acknowledged.
 */
export async function receiveMessage(
  deps: ReceiveDeps,
  { message, studentId }: { message: ContactInput; studentId: string | null },
): Promise<ContactOutput> {
  const student = studentId === null ? null : await findStudent(deps, studentId)
  const { kept, mails } = await deps.db.$transaction((tx) => keepMessage(tx, deps, { message, student }))
  await nudgeMail(deps, mails)
  return { ...factsOf(kept), isAcknowledged: student !== null }
}

type Student = Awaited<ReturnType<typeof findStudent>>
type Kept = { id: string; topic: ContactInput['topic']; createdAt: Date }

/** Step: keeps a message and writes its mails, unless it is kept already. */
async function keepMessage(
  tx: Prisma.TransactionClient,
  deps: ReceiveDeps,
  { message, student }: { message: ContactInput; student: Student },
): Promise<{ kept: Kept; mails: (string | null)[] }> {
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
  if (known !== null) return { kept: known, mails: [] }

  const kept = await tx.contactMessage.create({
    data: { id: newId(now), ...content, email: message.email, createdAt: now },
    select: { id: true, topic: true, createdAt: true },
  })
  const facts = factsOf(kept)
  if (facts.acknowledgedBy !== null) await noteComplaint(tx, deps, { id: kept.id, ...facts, student })
  const toInstructor = await queueMail(tx, deps, {
    template: 'contact-message',
    to: deps.config.seller.email,
    props: {
      ...facts,
      topic: message.topic,
      name: message.name,
      replyTo: message.email,
      invoiceNumber: message.invoiceNumber,
      message: message.message,
      account: student && { username: student.username, email: student.email },
      at: now.toISOString(),
    },
    dedupeKey: contactMailKey({ studentId: content.studentId, messageId: kept.id }),
  })
  const receipt =
    student &&
    (await queueMail(tx, deps, {
      template: 'contact-received',
      to: student.email,
      props: { ...facts, username: student.username, at: now.toISOString() },
    }))
  return { kept, mails: [toInstructor, receipt] }
}

function factsOf({ id, topic, createdAt }: Kept) {
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

function noteComplaint(
  tx: Prisma.TransactionClient,
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

/** Eight letters and figures that can be read out. */
function referenceOf(id: string): string {
  return `M-${id.slice(-8).toUpperCase()}`
}
