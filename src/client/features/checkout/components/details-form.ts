import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { checkoutMessages, currentConsentVersion, renewalConsentVersion } from '#shared/messages/checkout.ts'
import { type BuyerInput, buyerInput, type CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'
import { optionalFlag } from '#shared/schemas/primitives.ts'

/** Everything the shop itself asks before paying; the card is the payment provider's own form. */
const detailsForm = z.object({
  /** Fields for the buyer stand open without a full VAT invoice, too. */
  isNamed: z.boolean(),
  buyer: buyerInput,
  consent: z.boolean().refine((isGiven) => isGiven, checkoutMessages.consentRequired),
  noNews: optionalFlag,
})

export type DetailsInput = z.input<typeof detailsForm>
export type Details = z.output<typeof detailsForm>
export type DetailsForm = UseFormReturn<DetailsInput, unknown, Details>

const checkDetails = zodResolver(detailsForm)

/** What is not on the page is not sent, and no error hides in it; the form keeps it for when it is asked for again. */
export const resolveDetails: Resolver<DetailsInput, unknown, Details> = (values, context, options) => {
  const isShown = values.isNamed || values.buyer.wantsVatInvoice === true
  return checkDetails(isShown ? values : { ...values, buyer: {} }, context, options)
}

type FirstOrder = Pick<CreatePaymentIntentOutput, 'buyer' | 'vatRate'>

/** What the open order or a business account says fills the form; everybody else starts with empty boxes. Consent is never given for anybody. */
export function initialDetails({ buyer, vatRate }: FirstOrder): DetailsInput {
  return {
    isNamed: buyer !== null && (buyer.businessName !== null || vatRate === 0),
    buyer: {
      fullName: buyer?.fullName ?? '',
      businessName: buyer?.businessName ?? '',
      vatNumber: buyer?.vatNumber ?? '',
      addressLine1: buyer?.addressLine1 ?? '',
      addressLine2: buyer?.addressLine2 ?? '',
      city: buyer?.city ?? '',
      postcode: buyer?.postcode ?? '',
      country: buyer?.country ?? 'United Kingdom',
      wantsVatInvoice: buyer?.wantsVatInvoice ?? false,
    },
    consent: false,
    noNews: false,
  }
}

/** The wording to agree to: a renewal does not open at once. */
export function consentVersionOf({ renewals }: Pick<CreatePaymentIntentOutput, 'renewals'>) {
  return renewals ? renewalConsentVersion : currentConsentVersion
}

/** Null where nothing was filled in: a country alone names no buyer. */
export function namedBuyer(buyer: BuyerInput): BuyerInput | null {
  const { country: _, wantsVatInvoice, ...texts } = buyer
  const isEmpty = Object.values(texts).every((text) => text === null)
  return isEmpty && !wantsVatInvoice ? null : buyer
}
