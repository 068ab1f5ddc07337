import { z } from 'zod'
import { contactMessageMaxLength } from '#shared/limits.ts'
import { contactTopic } from '#shared/schemas/contact.ts'
import { storedJson } from './storage.ts'

const text = (max: number) => z.string().max(max).catch('')

/** What a half-written message keeps over a reload, until it has been sent or its writer signs out. */
const draft = z.object({
  name: text(500),
  email: text(500),
  topic: contactTopic.optional().catch(undefined),
  invoiceNumber: text(500),
  message: text(2 * contactMessageMaxLength),
})

export const contactDraft = storedJson('contact_draft', draft)

/** Takes the fields that are kept out of all that the form holds. */
export function keepContactDraft(values: unknown): void {
  contactDraft.write(draft.parse(values))
}
