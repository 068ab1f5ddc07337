import { z } from 'zod'
import { contactMessageMaxLength, contactNameMaxLength } from '#shared/limits.ts'
import { CONTACT_TOPICS, contactMessages } from '#shared/messages/contact.ts'
import { email, isoTime, optionalText, requiredLines, requiredText } from './primitives.ts'

export const contactTopic = z.enum(CONTACT_TOPICS, contactMessages.topicRequired)

export const contactInput = z.object({
  name: requiredText(contactNameMaxLength, contactMessages.nameRequired),
  email: email(contactMessages.emailRequired, contactMessages.emailInvalid),
  topic: contactTopic,
  invoiceNumber: optionalText(40)
    .refine((number) => number === null || /^INV-\d{6}$/i.test(number), contactMessages.invoiceNumberInvalid)
    .transform((number) => number?.toUpperCase() ?? null),
  message: requiredLines(contactMessageMaxLength, contactMessages.messageRequired),
  /** A field that people do not see. What is written there comes from a program, and is refused aloud. */
  website: z
    .string()
    .max(0, contactMessages.leaveEmpty)
    .nullish()
    .transform((text) => text ?? ''),
})
export type ContactInput = z.output<typeof contactInput>

export const contactOutput = z.object({
  /** What a letter or a call can name. */
  reference: z.string(),
  /** By when a person has acknowledged a complaint; null for anything else. */
  acknowledgedBy: isoTime.nullable(),
  /** Whether an acknowledgement went to the address of the signed-in account. */
  isAcknowledged: z.boolean(),
})
export type ContactOutput = z.output<typeof contactOutput>
