import { z } from 'zod'
import { bulkEmailMessages as words } from '../messages/bulk-email.ts'
import { isEmail, optionalLines, optionalText, requiredLines, requiredText } from './primitives.ts'

export const bulkRecipients = z.enum(['students', 'referers', 'all', 'custom'], words.recipientsRequired)
export type BulkRecipients = z.output<typeof bulkRecipients>

/** One address a line, as typed in the textarea: trimmed, empty lines dropped (requirements §5). */
export function splitAddresses(text: string): string[] {
  return text
    .split(/\r?\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The same address in other letters is one recipient. */
function withoutDoubles(addresses: string[]): string[] {
  const seen = new Map(addresses.map((address) => [address.toLowerCase(), address]))
  return [...seen.values()]
}

const customEmails = z
  .array(z.string(words.customInvalid).trim().max(1000, words.customInvalid), words.customRequired)
  .max(10_000, words.tooManyCustom)
  .nullish()
  .transform((addresses) => (addresses ?? []).filter((address) => address !== ''))
  .refine((addresses) => addresses.every(isEmail), words.customInvalid)
  .transform(withoutDoubles)

export const bulkEmailInput = z
  .object({
    recipients: bulkRecipients,
    subject: requiredText(200, words.missing),
    htmlContent: requiredLines(500_000, words.missing),
    /** Left out, it is made from the HTML. */
    textContent: optionalLines(200_000),
    customEmails,
    /** Why the people on a custom list may be written to; left out, it is recorded as not stated. */
    basis: optionalText(500),
  })
  .refine((form) => form.recipients !== 'custom' || form.customEmails.length > 0, {
    path: ['customEmails'],
    error: words.customRequired,
  })
export type BulkEmailInput = z.output<typeof bulkEmailInput>

/** Counted from the recipients' rows at the moment of the answer; the rest is on its way. */
export const bulkEmailOutput = z.object({
  sent: z.int(),
  failed: z.int(),
  queued: z.int(),
  campaignId: z.string(),
})

export const countInput = z.object({ recipients: z.enum(['students', 'referers', 'all']) })

export const countOutput = z.object({ count: z.int() })

const link = optionalText(2000).refine(
  (text) => text === null || /^https?:\/\/[^\s"'<>]+$/i.test(text),
  words.linkInvalid,
)

const year = z
  .union([z.int(), z.string()], words.yearRequired)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{4}$/, words.yearRequired))

export const bulkTemplateInput = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('courseUpdate'),
      courseName: requiredText(200, words.courseNameRequired),
      updateDetails: requiredLines(20_000, words.updateDetailsRequired),
    }),
    z.object({
      type: z.literal('announcement'),
      title: requiredText(200, words.announcementTitleRequired),
      message: requiredLines(20_000, words.announcementRequired),
      ctaText: optionalText(100),
      ctaUrl: link,
    }),
    z.object({
      type: z.literal('newsletter'),
      month: requiredText(30, words.monthRequired),
      year,
      content: requiredLines(50_000, words.newsletterRequired),
    }),
  ],
  words.templateRequired,
)
export type BulkTemplateInput = z.output<typeof bulkTemplateInput>

export const bulkTemplateOutput = z.object({ subject: z.string(), html: z.string() })

export const bulkTemplatesOutput = z.array(
  z.object({
    type: z.enum(['courseUpdate', 'announcement', 'newsletter']),
    name: z.string(),
    fields: z.array(z.object({ name: z.string(), required: z.boolean() })),
  }),
)
