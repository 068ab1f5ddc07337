import { z } from 'zod'
import type { MailEvent } from '#shared/schemas/mail-events.ts'
import { addressIn } from './read-delivery-report.ts'

const recipient = z.object({
  emailAddress: z.string(),
  action: z.string().nullish(),
  status: z.string().nullish(),
  diagnosticCode: z.string().nullish(),
})

const sesReport = z.object({
  mail: z.object({ commonHeaders: z.object({ messageId: z.string().nullish() }).nullish() }).nullish(),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: z.string().nullish(),
      bouncedRecipients: z.array(recipient),
    })
    .optional(),
  complaint: z
    .object({ complainedRecipients: z.array(recipient), complaintFeedbackType: z.string().nullish() })
    .optional(),
  delivery: z.object({ recipients: z.array(z.string()) }).optional(),
})

/**
 * Parses what Amazon SES says inside a notification of SNS, as a notification of an identity or an event of a
 * configuration set. Empty for anything else, such as the text by which a topic is tried.
 */
export function readSesReport(message: string): MailEvent[] {
  const { data } = sesReport.safeParse(jsonOf(message))
  if (!data) return []
  const original = data.mail?.commonHeaders?.messageId?.trim()
  const messageId = original ? `<${original.replace(/^<|>$/g, '')}>` : null
  return [
    ...(data.bounce ? readBounce(data.bounce, messageId) : []),
    ...(data.complaint ? readComplaint(data.complaint, messageId) : []),
    ...(data.delivery?.recipients.map((address) => deliveredTo(address, messageId)) ?? []),
  ]
}

type SesReport = z.output<typeof sesReport>

function readBounce(
  { bounceType, bounceSubType, bouncedRecipients }: NonNullable<SesReport['bounce']>,
  messageId: string | null,
): MailEvent[] {
  return bouncedRecipients.map(({ emailAddress, action, diagnosticCode, status }) => ({
    type: 'bounced',
    address: addressIn(emailAddress),
    messageId,
    // One report may name recipients who are only delayed beside those who failed.
    isPermanent: bounceType === 'Permanent' && (action ?? 'failed') === 'failed',
    detail: diagnosticCode ?? status ?? `${bounceType}, ${bounceSubType ?? 'General'}`,
  }))
}

function readComplaint(
  { complainedRecipients, complaintFeedbackType }: NonNullable<SesReport['complaint']>,
  messageId: string | null,
): MailEvent[] {
  // The mailbox's owner says that the provider's filter was wrong.
  if (complaintFeedbackType === 'not-spam') return []
  return complainedRecipients.map(({ emailAddress }) => ({
    type: 'complained',
    address: addressIn(emailAddress),
    messageId,
    isPermanent: true,
    detail: complaintFeedbackType ?? null,
  }))
}

function deliveredTo(address: string, messageId: string | null): MailEvent {
  return { type: 'delivered', address: addressIn(address), messageId, isPermanent: false, detail: null }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
