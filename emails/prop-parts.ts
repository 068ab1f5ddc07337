import { z } from 'zod'
import { sellerAddressMaxLength, sellerNameMaxLength, sellerNumberMaxLength } from '#shared/limits.ts'

export const text = (max: number) => z.string().trim().min(1).max(max)
export const name = text(200)
export const title = text(200)
export const pence = z.number().int()
export const moment = z.iso.datetime()
export const percent = z.number().min(0).max(100)
export const token = text(500)
export const some = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(50)
export const video = z.object({ title, expiresAt: moment })

/** The sender: the trader named in the foot of every mail (requirements §10), and the address its links start with. */
export const site = z.object({
  name: text(sellerNameMaxLength),
  address: text(sellerAddressMaxLength),
  email: text(254),
  companyNumber: text(sellerNumberMaxLength).nullable(),
  vatNumber: text(sellerNumberMaxLength).nullable(),
  publicUrl: z.url({ protocol: /^https?$/ }).max(500),
})

export type EmailSite = z.infer<typeof site>

/**
 * Whether the buyer still has the 14 days of the Consumer Contracts Regulations 2013: given up by consent
 * before paying (regulation 37, wording and time as stored), or kept until the time given (regulation 30).
 */
export const cancellation = z.discriminatedUnion('right', [
  z.object({ right: z.literal('waived'), wording: text(2_000), agreedAt: moment }),
  z.object({ right: z.literal('kept'), until: moment }),
])
