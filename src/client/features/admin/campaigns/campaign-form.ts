import { z } from 'zod'
import { bulkCustomMax } from '#shared/limits.ts'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import {
  type bulkEmailInput,
  bulkRecipients,
  campaignFields,
  type draftOutput,
  type saveDraftInput,
} from '#shared/schemas/campaigns.ts'
import { sortAddresses, splitAddresses } from '#shared/text/address-list.ts'

const { subject, htmlContent, textContent, basis } = campaignFields

/** A field of the page always holds a text; left empty, it is none. */
const typed = z.string().transform((text): string | null | undefined => text)

/** What the screen's form must hold before a campaign is sent; the list is one text, as it was typed. */
export const campaignForm = z
  .object({
    recipients: bulkRecipients,
    subject,
    htmlContent,
    textContent: typed.pipe(textContent),
    list: z.string(),
    basis: typed.pipe(basis),
  })
  .refine((form) => listError(form) === null, {
    path: ['list'],
    error: ({ input }) => listError(input) ?? copy.customRequired,
    when: () => true,
  })
  .refine(({ recipients, basis }) => recipients !== 'custom' || Boolean(basis?.trim()), {
    path: ['basis'],
    error: copy.basisRequired,
    when: () => true,
  })

export type CampaignForm = z.output<typeof campaignForm>
/** What is typed: nothing but texts. */
export type CampaignValues = z.input<typeof campaignForm>

export const EMPTY_CAMPAIGN: CampaignValues = {
  recipients: 'students',
  subject: '',
  htmlContent: '',
  textContent: '',
  list: '',
  basis: '',
}

/** What keeps a list from being sent; null where nothing does. */
function listError(form: unknown): string | null {
  const parsed = z.object({ recipients: z.string(), list: z.string() }).safeParse(form)
  if (!parsed.success || parsed.data.recipients !== 'custom') return null
  const lines = splitAddresses(parsed.data.list)
  const { addresses, invalid } = sortAddresses(lines)
  if (invalid.length > 0) return copy.customInvalidNamed(invalid)
  if (addresses.length === 0) return copy.customRequired
  return lines.length > bulkCustomMax ? copy.tooManyCustom : null
}

/** Whether there is anything to lose. */
export function isWritten({ recipients: _, ...texts }: CampaignValues): boolean {
  return Object.values(texts).some((text) => text.trim() !== '')
}

/** What is sent: each address of a list once, and a basis for a list alone. */
export function toRequest(form: CampaignForm, draftId: string | null): z.input<typeof bulkEmailInput> {
  const { list, basis, ...rest } = form
  const isList = form.recipients === 'custom'
  return {
    ...rest,
    customEmails: isList ? sortAddresses(splitAddresses(list)).addresses : [],
    basis: isList ? basis : null,
    draftId,
  }
}

/** What is kept: everything as it stands, half-written or not. */
export function toDraft(
  { list, ...rest }: CampaignValues,
  { id, savedAt }: { id: string | null; savedAt: string | null },
): z.input<typeof saveDraftInput> {
  return { ...rest, id, knownSavedAt: savedAt, customEmails: splitAddresses(list) }
}

export function fromDraft(draft: Omit<z.output<typeof draftOutput>, 'id' | 'savedAt'>): CampaignValues {
  const { recipients, subject, htmlContent, textContent, customEmails, basis } = draft
  return { recipients, subject, htmlContent, textContent, list: customEmails.join('\n'), basis: basis ?? '' }
}
