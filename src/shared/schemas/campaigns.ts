import { z } from 'zod'
import { bulkCustomMax, bulkHtmlMax, bulkTextMax } from '#shared/limits.ts'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import { sortAddresses } from '#shared/text/address-list.ts'
import {
  isoTime,
  opaqueId,
  optional,
  optionalLines,
  optionalText,
  pageInput,
  requiredLines,
  requiredText,
  timeOutput,
} from './primitives.ts'

export const bulkRecipients = z.enum(['students', 'referers', 'all', 'custom'], copy.recipientsRequired)
export type BulkRecipients = z.output<typeof bulkRecipients>

const customEmails = z
  .array(z.string(copy.customInvalid).max(1000, copy.customInvalid).trim(), copy.customRequired)
  .max(bulkCustomMax, copy.tooManyCustom)
  .nullish()

/** What a campaign says. */
const content = {
  subject: requiredText(200, copy.missing),
  htmlContent: requiredLines(bulkHtmlMax, copy.missing),
  /** Left out, it is made from the HTML. */
  textContent: optionalLines(bulkTextMax),
}

/** Why the people on a custom list may be written to; left out, it is recorded as not stated. */
const basis = optionalText(500)

/** The fields of a campaign that a form takes over as they are. */
export const campaignFields = { ...content, basis }

/**
 * `admin.campaigns.send`, with a fresh code; over REST `POST /api/admin/bulk-email`. Addresses of a custom list come out
 * trimmed, each once; what is no address is named, so that it can be mended.
 */
export const bulkEmailInput = z
  .object({
    recipients: bulkRecipients,
    ...campaignFields,
    customEmails,
    /** The draft this was written in becomes the campaign, once. */
    draftId: optional(opaqueId),
  })
  .transform(({ customEmails: lines, ...form }, context) => {
    // What was left in the field counts only where the list goes out.
    const written = form.recipients === 'custom' ? (lines ?? []).filter((line) => line !== '') : []
    const { addresses, invalid } = sortAddresses(written)
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', path: ['customEmails'], message })
      return z.NEVER
    }
    if (invalid.length > 0) return refuse(copy.customInvalidNamed(invalid))
    if (form.recipients === 'custom' && addresses.length === 0) return refuse(copy.customRequired)
    return { ...form, customEmails: addresses }
  })
export type BulkEmailInput = z.output<typeof bulkEmailInput>

/** Counted from the recipients' rows at the moment of the answer; the rest is on its way. */
export const bulkEmailOutput = z.object({
  sent: z.int(),
  failed: z.int(),
  queued: z.int(),
  campaignId: z.string(),
})

/** `admin.campaigns.preview`, and `sendTest` with a fresh code: what the admin sees before it is sent. `recipients` words the sentence of the foot that says why it came. */
export const bulkPreviewInput = z.object({ ...content, recipients: bulkRecipients.default('all') })
export type BulkPreviewInput = z.output<typeof bulkPreviewInput>

/** The mail whole, as it will arrive: sanitised, in the shop's frame, with foot and unsubscribe link. */
export const bulkPreviewOutput = z.object({ subject: z.string(), html: z.string(), text: z.string() })

/** A test goes to the calling admin; the answer holds the address. */
export const bulkTestOutput = z.object({ success: z.literal(true), to: z.string() })

/** Lines as typed; invalid ones are reported, not refused. */
/** `admin.campaigns.checkList`. */
export const checkListInput = z.object({
  lines: z.array(z.string().max(1000).trim()).max(bulkCustomMax, copy.tooManyCustom),
})

export const checkListOutput = z.object({
  /** How many a campaign would go to: without the other three. */
  count: z.int(),
  invalid: z.array(z.string()),
  repeated: z.array(z.string()),
  /** Unsubscribed, bounced, complained, or said no to news: they are not written to. */
  suppressed: z.array(z.string()),
})

/** `admin.campaigns.saveDraft`. Half-written is fine: a draft is whatever is there. Without `id` it is a new one. */
export const saveDraftInput = z.object({
  id: optional(opaqueId),
  /** When it was kept last, as far as this editor knows: what another one wrote since is not written over. */
  knownSavedAt: optional(isoTime),
  recipients: bulkRecipients.default('students'),
  subject: optionalText(200),
  htmlContent: optionalLines(bulkHtmlMax),
  textContent: optionalLines(bulkTextMax),
  customEmails: z.array(z.string().max(1000).trim()).max(bulkCustomMax, copy.tooManyCustom).default([]),
  basis,
})
export type SaveDraftInput = z.output<typeof saveDraftInput>

export const saveDraftOutput = z.object({ id: z.string(), savedAt: timeOutput })

export const draftOutput = z.object({
  id: z.string(),
  recipients: bulkRecipients,
  subject: z.string(),
  htmlContent: z.string(),
  textContent: z.string(),
  customEmails: z.array(z.string()),
  basis: z.string().nullable(),
  savedAt: timeOutput,
})

/** `admin.campaigns.drafts`: the newest first, 50 at most; `draft` gives one whole, `deleteDraft` ends one. */
export const draftsOutput = z.array(
  draftOutput.pick({ id: true, recipients: true, subject: true, savedAt: true }),
)

/** For `draft`, `deleteDraft`, `campaign`, `progress`, `pause`, `cancel`, and with a fresh code `resume`, `retryFailed`. */
export const campaignIdInput = z.object({ id: opaqueId })

const campaignStatus = z.enum(['sending', 'paused', 'cancelled', 'done'])
export const recipientState = z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'suppressed'])
export type RecipientState = z.output<typeof recipientState>

/** How many recipients are in each state; a recipient without a known outcome is `unknown`. */
export const campaignCounts = z.object({
  queued: z.int(),
  sending: z.int(),
  sent: z.int(),
  failed: z.int(),
  unknown: z.int(),
  suppressed: z.int(),
  total: z.int(),
})

const campaignSummary = z.object({
  id: z.string(),
  status: campaignStatus,
  recipients: bulkRecipients,
  subject: z.string(),
  /** Who sent it. */
  adminEmail: z.string(),
  createdAt: timeOutput,
  finishedAt: timeOutput.nullable(),
  /** Why it paused by itself; null where a person paused it. */
  pauseReason: z.string().nullable(),
  counts: campaignCounts,
})

/** `admin.campaigns.campaign`, by id. */
export const campaignOutput = campaignSummary.extend({
  /** As it was sent: sanitised. */
  htmlContent: z.string(),
  textContent: z.string(),
  basis: z.string().nullable(),
})

/** `admin.campaigns.progress`; also what `pause`, `resume` and `cancel` answer. */
export const campaignProgressOutput = campaignSummary.pick({
  id: true,
  status: true,
  pauseReason: true,
  finishedAt: true,
  counts: true,
})

/** `admin.campaigns.history`: newest first. */
export const campaignsInput = pageInput
export const campaignsOutput = z.object({
  campaigns: z.array(campaignSummary),
  nextCursor: z.string().nullable(),
})

/** `admin.campaigns.recipients`: by address, of one state or of all. */
export const campaignRecipientsInput = pageInput.extend({
  id: opaqueId,
  state: optional(recipientState),
})

export const campaignRecipientsOutput = z.object({
  recipients: z.array(
    z.object({
      id: z.string(),
      address: z.string(),
      state: recipientState,
      attempts: z.int(),
      /** The mail server's words of the last failure. */
      error: z.string().nullable(),
      sentAt: timeOutput.nullable(),
      nextAttemptAt: timeOutput.nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
})

/** `retryFailed` and `resendUnknown`: `affected` is how many recipients will be tried again. */
export const retryOutput = z.object({ campaignId: z.string(), affected: z.int() })

/** `admin.campaigns.resendUnknown`, with a fresh code: an admin decides to send again to a recipient who may have it already. */
export const resendUnknownInput = z.object({ id: opaqueId, recipientIds: z.array(opaqueId).min(1).max(500) })

export const countInput = z.object({ recipients: z.enum(['students', 'referers', 'all']) })

export const countOutput = z.object({ count: z.int() })

const link = optionalText(2000).refine(
  (text) => text === null || /^https?:\/\/[^\s"'<>]+$/i.test(text),
  copy.linkInvalid,
)

const year = z
  .union([z.int(), z.string()], copy.yearRequired)
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^\d{4}$/, copy.yearRequired))

export const bulkTemplateInput = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('courseUpdate'),
      courseName: requiredText(200, copy.courseNameRequired),
      updateDetails: requiredLines(20_000, copy.updateDetailsRequired),
    }),
    z.object({
      type: z.literal('announcement'),
      title: requiredText(200, copy.announcementTitleRequired),
      message: requiredLines(20_000, copy.announcementRequired),
      ctaText: optionalText(100),
      ctaUrl: link,
    }),
    z.object({
      type: z.literal('newsletter'),
      month: requiredText(30, copy.monthRequired),
      year,
      content: requiredLines(50_000, copy.newsletterRequired),
    }),
  ],
  copy.templateRequired,
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
