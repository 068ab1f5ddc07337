import { z } from 'zod'
import type { MailEvent } from '#shared/schemas/mail-events.ts'
import { addressIn } from './read-delivery-report.ts'

const postmarkReport = z.object({
  /** Left out by hooks from before Postmark had several kinds. */
  RecordType: z.string().optional(),
  Type: z.string().optional(),
  Email: z.string().optional(),
  /** Postmark sends nothing more to the address. */
  Inactive: z.boolean().optional(),
  Description: z.string().nullish(),
  Details: z.string().nullish(),
})

const PERMANENT = new Set(['HardBounce', 'BadEmailAddress'])

/** Parses a bounce or spam complaint of Postmark's. Empty for its other reports; null for what is none. */
export function readPostmarkReport(json: unknown): MailEvent[] | null {
  const { data } = postmarkReport.safeParse(json)
  if (!data) return null
  const { RecordType = data.Type === 'SpamComplaint' ? 'SpamComplaint' : 'Bounce', Type = '' } = data
  const address = addressIn(data.Email)
  if (address === null || (RecordType !== 'Bounce' && RecordType !== 'SpamComplaint')) return []
  const detail = data.Details || data.Description || Type || null
  const isComplaint = RecordType === 'SpamComplaint' || Type === 'SpamComplaint'
  return [
    {
      type: isComplaint ? 'complained' : 'bounced',
      address,
      // Postmark's own MessageID, which the shop does not know.
      messageId: null,
      isPermanent: isComplaint || data.Inactive === true || PERMANENT.has(Type),
      detail,
    },
  ]
}
