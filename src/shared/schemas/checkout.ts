import { z } from 'zod'
import { linkNameOf } from '#shared/commission/referral-link.ts'
import { orderVideosMax, referralCodeMaxLength } from '#shared/limits.ts'
import { cartMessages } from '#shared/messages/cart.ts'
import { checkoutMessages, consentWordings } from '#shared/messages/checkout.ts'
import { isUkPostcode, isUnitedKingdom } from '#shared/text/postcode.ts'
import {
  opaqueId,
  optionalFlag,
  optionalText,
  poundsString,
  requiredText,
  timeOutput,
  videoId,
} from './primitives.ts'
import { optionalPrintable } from './printable-text.ts'

const code = z.string(cartMessages.invalidCode).trim().max(referralCodeMaxLength, cartMessages.invalidCode)

export const keptCartOutput = z.object({ videoIds: z.array(z.number()) })

export const referralValidateInput = z.object({ code: code.min(1, cartMessages.invalidCode) })

export const referralValidateOutput = z.object({
  code: z.string(),
  discountPercent: z.number(),
  clubName: z.string(),
})

/** The requested videos, without duplicates. `bundle` is what the browser believes; the server derives it. */
const orderItems = z.object({
  videoIds: z
    .array(videoId, checkoutMessages.noVideos)
    .min(1, checkoutMessages.noVideos)
    .max(orderVideosMax, checkoutMessages.tooManyVideos)
    .transform((ids) => [...new Set(ids)]),
  bundle: optionalFlag,
})

/** Null, blank and absent mean no code (requirements §3). */
const optionalCode = code.nullish().transform((text) => text || null)

/** What a student's history means for prices: the £40 for completing a collection is given once (requirements §4). */
export const pricingHistoryOutput = z.object({ collectionDiscountUsed: z.boolean() })

export const createPaymentIntentInput = z.object({
  items: orderItems,
  userId: optionalText(64),
  referralCode: optionalCode,
  /** Of the referral link that brought the buyer; counted with a code alone. */
  linkName: optionalText(200)
    .transform((name) => (name === null ? null : linkNameOf(name) || null))
    .default(null),
})

/** Where a payment stands, in the shop's words. */
const paymentStatus = z.enum([
  'requires_payment',
  'requires_action',
  'processing',
  'failed',
  'paid',
  'cancelled',
])
export type PaymentStatus = z.output<typeof paymentStatus>

/** Buyer details for the invoice. The address is required only for a full VAT invoice. */
const optionalBuyer = {
  fullName: optionalPrintable(200),
  businessName: optionalPrintable(200),
  vatNumber: optionalPrintable(30),
  addressLine1: optionalPrintable(200),
  addressLine2: optionalPrintable(200),
  city: optionalPrintable(100),
  postcode: optionalPrintable(20),
  country: optionalPrintable(100).transform((country) => country ?? 'United Kingdom'),
}

/** The buyer as frozen in an order, or as far as a business account knows them. */
export const buyerOutput = z.object({
  fullName: z.string().nullable(),
  businessName: z.string().nullable(),
  vatNumber: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  city: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string(),
  wantsVatInvoice: z.boolean(),
})

export const createPaymentIntentOutput = z.object({
  orderId: z.string(),
  status: paymentStatus,
  /** Null when nothing has to be paid: the order is fulfilled already. */
  clientSecret: z.string().nullable(),
  paymentIntentId: z.string().nullable(),
  items: z.object({ videoIds: z.array(z.int()), bundle: z.boolean() }),
  /** What each video costs before discounts, as the order froze it. */
  lines: z.array(z.object({ videoId: z.int(), price: poundsString })),
  subtotal: poundsString,
  collectionDiscount: poundsString,
  referralDiscount: poundsString,
  referralCode: z.string().nullable(),
  /** Whose code it is and what it saves, as the order froze them; null without a code. */
  clubName: z.string().nullable(),
  discountPercent: z.number().nullable(),
  total: poundsString,
  /** When the videos would close if they were paid for now; of those that are renewals, see below. */
  closesAt: timeOutput,
  /** The videos that are open already: their new term begins where the old one ends. Absent where there are none. */
  renewals: z.array(z.object({ videoId: z.int(), startsAt: timeOutput, closesAt: timeOutput })).optional(),
  amountExVat: poundsString,
  vatAmount: poundsString,
  /** A fraction: 0.2 is 20 percent. */
  vatRate: z.number(),
  /** The student has said neither yes nor no to news by email: the no-news box is shown (PECR reg. 22). */
  asksAboutNews: z.boolean(),
  buyer: buyerOutput.nullable(),
})
export type CreatePaymentIntentOutput = z.output<typeof createPaymentIntentOutput>

/** The buyer as typed at the checkout; with `wantsVatInvoice` name and address become required. */
export const buyerInput = z
  .object({ ...optionalBuyer, wantsVatInvoice: optionalFlag })
  .superRefine((buyer, context) => {
    const complain = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (buyer.wantsVatInvoice) {
      if (buyer.fullName === null && buyer.businessName === null) {
        complain('fullName', checkoutMessages.fullNameRequired)
      }
      if (buyer.addressLine1 === null) complain('addressLine1', checkoutMessages.addressLine1Required)
      if (buyer.city === null) complain('city', checkoutMessages.cityRequired)
    }
    if (!isUnitedKingdom(buyer.country)) return
    const missing = buyer.postcode === null && buyer.wantsVatInvoice
    const wrong = buyer.postcode !== null && !isUkPostcode(buyer.postcode)
    if (missing || wrong) complain('postcode', checkoutMessages.postcodeInvalid)
  })
export type BuyerInput = z.output<typeof buyerInput>

const consentVersion = z
  .string(checkoutMessages.consentRequired)
  .refine((version) => Object.hasOwn(consentWordings, version), checkoutMessages.consentRequired)

/** The buyer's consent to immediate access, with the version of the wording they saw. */
const consentInput = z.object(
  {
    immediateAccess: z.literal(true, checkoutMessages.consentRequired),
    wordingVersion: consentVersion,
  },
  checkoutMessages.consentRequired,
)

export const orderDetailsInput = z.object({
  orderId: opaqueId,
  consent: consentInput,
  buyer: buyerInput.nullish().transform((buyer) => buyer ?? null),
  /** The no-news box of the soft opt-in (PECR reg. 22): true refuses news by email. */
  noNews: optionalFlag,
})
export type OrderDetailsInput = z.output<typeof orderDetailsInput>

export const orderDetailsOutput = z.object({ success: z.literal(true), orderId: z.string() })

export const paymentSuccessInput = z.object({
  paymentIntentId: requiredText(255, 'We could not find that payment.'),
})

/** The page after the checkout also knows orders that had nothing to pay, and so no payment intent. */
export const orderStatusInput = z.object({ orderId: opaqueId })

const orderSums = createPaymentIntentOutput.pick({
  subtotal: true,
  collectionDiscount: true,
  referralDiscount: true,
  referralCode: true,
  clubName: true,
  discountPercent: true,
  amountExVat: true,
  vatAmount: true,
  vatRate: true,
})
/** What an order's total is made of, as the order froze it. */
export type OrderSums = z.output<typeof orderSums>

export const paymentSuccessOutput = z.object({
  /** True when the order is paid and its videos are open. */
  success: z.boolean(),
  status: paymentStatus,
  orderId: z.string(),
  message: z.string(),
  /** Klarna, Revolut Pay or Card, once Stripe has told; null before. */
  method: z.string().nullable(),
  videoIds: z.array(z.int()),
  isBundle: z.boolean(),
  total: poundsString,
  /** An older server, met by a newer page, does not tell. */
  sums: orderSums.optional(),
  /** When the first of the videos closes; null until it is paid. */
  expiresAt: timeOutput.nullable(),
  invoiceNumber: z.string().nullable(),
  /** By which its file is asked for; an older server, met by a newer page, does not tell. */
  invoiceId: z.string().nullish(),
})
export type PaymentSuccessOutput = z.output<typeof paymentSuccessOutput>

/** False once it was replaced, paid or cancelled, or is open for too long. */
export const orderOpenOutput = z.object({ isOpen: z.boolean() })

/** The order whose payment is on its way; null where there is none. */
export const pendingOrderOutput = z
  .object({
    orderId: z.string(),
    method: z.string().nullable(),
    /** An older server, met by a newer page, does not tell. */
    total: poundsString.optional(),
    videos: z.array(z.object({ videoId: z.int(), title: z.string() })),
  })
  .nullable()
