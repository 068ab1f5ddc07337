import { contactMessageMaxLength } from '#shared/limits.ts'
import { CONTACT_TOPICS } from '#shared/messages/contact.ts'
import { fields, oneOf, orNothing, otherwise, shape, text } from '#shared/schemas/shape.ts'
import { storedJson } from './storage.ts'

const short = otherwise(text(500), '')

type ContactDraft = {
  name: string
  email: string
  topic?: (typeof CONTACT_TOPICS)[number] | undefined
  invoiceNumber: string
  message: string
}

/** What a half-written message keeps over a reload, until it has been sent or its writer signs out. */
const draft = shape(
  fields<ContactDraft>({
    name: short,
    email: short,
    topic: otherwise(orNothing(oneOf(CONTACT_TOPICS)), undefined),
    invoiceNumber: short,
    message: otherwise(text(2 * contactMessageMaxLength), ''),
  }),
)

export const contactDraft = storedJson('contact_draft', draft)

/** Takes the fields that are kept out of all that the form holds. */
export function keepContactDraft(values: unknown): void {
  contactDraft.write(draft.parse(values))
}
