import { z } from 'zod'
import { requiredText } from './primitives.ts'

/** `admin.campaigns.emailPreviews`: every mail the shop can send, with what its subject says in the example. */
export const emailPreviewsOutput = z.array(
  z.object({ name: z.string(), title: z.string(), subject: z.string() }),
)

/** `admin.campaigns.emailPreview`, by the name of the mail. */
export const emailPreviewInput = z.object({ name: requiredText(100, 'Please choose an email.') })

/** The mail whole, as it arrives, written with sample data and the shop's own details. */
export const emailPreviewOutput = z.object({
  name: z.string(),
  title: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})
