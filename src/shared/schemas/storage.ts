import { z } from 'zod'
import { videoOutput } from './catalog.ts'
import { poundsString } from './primitives.ts'

/** What the browser keeps (requirements §3), read back through these: storage can hold anything. */
export const storedCart = z.array(z.object({ video: videoOutput, quantity: z.literal(1) })).max(50)
export type CartItem = z.output<typeof storedCart>[number]

export const storedCheckout = z.object({
  items: z.object({ videoIds: z.array(z.int()).min(1).max(50), bundle: z.boolean() }),
  subtotal: poundsString,
  referralDiscount: poundsString,
  referralCode: z.string().nullable(),
  total: poundsString,
  /** Known once the payment intent exists. */
  amountExVat: poundsString.optional(),
  vatAmount: poundsString.optional(),
  vatRate: z.number().optional(),
})
export type CheckoutData = z.output<typeof storedCheckout>

export const storedPendingVerification = z.object({
  email: z.string().max(254),
  redirectTo: z.string().max(200),
  message: z.string().max(500),
})

/**
 * The referer's session, kept in the browser and sent whole in the Authorization header. Only `token` proves
 * anything; the ids beside it are for the screen.
 */
export const storedRefererSession = z.object({
  id: z.string().max(64),
  name: z.string().max(200),
  referralCode: z.string().max(20),
  commissionPercentage: z.number(),
  token: z.string().min(1).max(200),
})
