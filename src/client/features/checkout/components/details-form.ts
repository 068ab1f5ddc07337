import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { checkoutMessages, currentConsentVersion, renewalConsentVersion } from '#shared/messages/checkout.ts'
import {
  type BuyerInput,
  type BuyerOutput,
  buyerInput,
  type CreatePaymentIntentOutput,
} from '#shared/schemas/checkout.ts'
import { optionalFlag } from '#shared/schemas/primitives.ts'

/** Everything the shop itself asks before paying; the card is the payment provider's own form. */
export const detailsForm = z.object({
  buyer: buyerInput,
  consent: z.boolean().refine((isGiven) => isGiven, checkoutMessages.consentRequired),
  noNews: optionalFlag,
})

export type DetailsInput = z.input<typeof detailsForm>
export type Details = z.output<typeof detailsForm>
export type DetailsForm = UseFormReturn<DetailsInput, unknown, Details>

/** What the open order or a business account says fills the form; everybody else starts with empty boxes. Consent is never given for anybody. */
export function initialDetails(buyer: BuyerOutput | null): DetailsInput {
  return {
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
