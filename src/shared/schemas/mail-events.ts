import { z } from 'zod'
import { isEmail, optionalText } from './primitives.ts'

const message = 'Please give each event a type of bounced, complained or delivered.'

const mailEvent = z
  .object({
    type: z.enum(['bounced', 'complained', 'delivered'], message),
    address: optionalText(254)
      .refine((address) => address === null || isEmail(address), 'Please give an email address.')
      .default(null),
    /** With or without its angle brackets. */
    messageId: optionalText(500)
      .transform((id) => (id === null ? null : `<${id.replace(/^<|>$/g, '')}>`))
      .default(null),
    /** Of a bounce; a temporary one suppresses no address. */
    isPermanent: z.boolean().default(true),
    detail: optionalText(2000).default(null),
  })
  .refine(({ address, messageId }) => address !== null || messageId !== null, {
    path: ['address'],
    error: 'Please give an address or a messageId.',
  })

/** What became of mails, as the mail provider reports it to `POST /api/mail/events`. */
export const mailEventsInput = z.object({ events: z.array(mailEvent).min(1).max(1000) })
export type MailEvent = z.output<typeof mailEvent>
