import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { contactMailKey, nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addDays } from '#shared/durations.ts'
import { complaintDays } from '#shared/limits.ts'
import type { ContactInput, ContactOutput } from '#shared/schemas/contact.ts'
import { findStudent, keyOf } from './queries.ts'

type ReceiveDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Takes what somebody wrote on the contact page and mails it to the instructor. Nobody has confirmed the address they
 * gave, so nothing is mailed to it: an acknowledgement goes to the account of whoever is signed in, without a word of
 * the message. A complaint is written into the audit log too, with the day by which it has to be acknowledged.
 */
export async function receiveMessage(
  deps: ReceiveDeps,
  { message, studentId }: { message: ContactInput; studentId: string | null },
): Promise<ContactOutput> {
  const now = deps.clock.now()
  const id = newId(now)
  const student = studentId === null ? null : await findStudent(deps, studentId)
  const facts = {
    reference: referenceOf(id),
    acknowledgedBy: message.topic === 'complaint' ? addDays(now, complaintDays).toISOString() : null,
  }

  const mails = await deps.db.$transaction(async (tx) => {
    await tx.contactMessage.create({
      data: {
        id,
        topic: message.topic,
        name: message.name,
        email: message.email,
        emailKey: keyOf(message.email),
        invoiceNumber: message.invoiceNumber,
        body: message.message,
        studentId: student?.id ?? null,
        createdAt: now,
      },
      select: { id: true },
    })
    if (facts.acknowledgedBy !== null) await noteComplaint(tx, deps, { id, ...facts, student })
    return [
      await queueMail(tx, deps, {
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
        dedupeKey: contactMailKey({ studentId: student?.id ?? null, messageId: id }),
      }),
      student &&
        (await queueMail(tx, deps, {
          template: 'contact-received',
          to: student.email,
          props: { ...facts, username: student.username, at: now.toISOString() },
        })),
    ]
  })
  await nudgeMail(deps, mails)
  return { ...facts, isAcknowledged: student !== null }
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
