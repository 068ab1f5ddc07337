import { z } from 'zod'
import { storedJson } from '#client/lib/storage.ts'

const text = z.string().max(500).catch('')
const flag = z.boolean().catch(false)

/**
 * What a half-filled application keeps over a reload. Passwords and bank details are not among it, whatever the form
 * holds (requirements §9), and consents are given again.
 */
const draft = z.object({
  applicantType: z.enum(['individual', 'organization']).catch('individual'),
  fullName: text,
  organizationName: text,
  contactEmail: text,
  phoneNumber: text,
  businessName: text,
  businessNumber: text,
  isVatRegistered: flag,
  vatNumber: text,
  businessAddressLine1: text,
  businessAddressLine2: text,
  businessCity: text,
  businessPostcode: text,
  businessCountry: text,
})

export const applicationDraft = storedJson('referer_application', draft)

/** Takes the fields that may be kept out of all that the form holds; the schema drops the rest. */
export function keepDraft(values: unknown): void {
  applicationDraft.write(draft.parse(values))
}
