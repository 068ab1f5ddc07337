import { isPrintable } from '#shared/text/printable.ts'
import { optionalText, requiredText } from './primitives.ts'

const notPrintable = 'Please write this in Latin letters: the invoice cannot print the others.'

/** An optional line of text that will stand on a document: a VAT invoice has to name its buyer, and missing glyphs do not. */
export function optionalPrintable(max: number) {
  return optionalText(max).refine((text) => text === null || isPrintable(text), notPrintable)
}

/** A required line of text that will stand on a document. */
export function requiredPrintable(max: number, message: string, min = 1) {
  return requiredText(max, message, { min }).refine(isPrintable, notPrintable)
}

/** Where a referer is, as their documents print it. */
export const partyAddress = {
  addressLine1: optionalPrintable(200),
  addressLine2: optionalPrintable(200),
  city: optionalPrintable(100),
  postcode: optionalPrintable(20),
  country: optionalPrintable(100).transform((country) => country ?? 'United Kingdom'),
}
