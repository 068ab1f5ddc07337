import { z } from 'zod'
import type { MailEvent } from '#shared/schemas/mail-events.ts'
import { addressIn } from './read-delivery-report.ts'

const resendReport = z.object({
  type: z.string(),
  data: z.object({
    to: z.array(z.string()).optional(),
    message_id: z.string().nullish(),
    bounce: z.object({ type: z.string().nullish(), message: z.string().nullish() }).nullish(),
  }),
})

const TYPES: Readonly<Record<string, MailEvent['type']>> = {
  'email.bounced': 'bounced',
  'email.complained': 'complained',
  'email.delivered': 'delivered',
}

/** Parses an event of Resend's. Empty for those that say nothing of a delivery; null for what is none. */
export function readResendReport(json: unknown): MailEvent[] | null {
  const { data: report } = resendReport.safeParse(json)
  if (!report) return null
  const type = TYPES[report.type]
  if (!type) return []
  const { to = [], message_id: id, bounce } = report.data
  const messageId = id ? `<${id.trim().replace(/^<|>$/g, '')}>` : null
  return to.map((address) => ({
    type,
    address: addressIn(address),
    messageId,
    isPermanent: type === 'complained' || bounce?.type === 'Permanent',
    detail: bounce?.message ?? null,
  }))
}
