import { addPence, type Pence, pence, percentOf, zeroPence } from './money.ts'

/** Stripe's standard price for a domestic card in the United Kingdom: 1.5 % and 20p a payment. */
const percentOfPayment = 1.5
const perPayment = pence(20)

/** A card fee in pence to reckon with until Stripe has told the real one; nothing paid costs nothing. */
export function estimateCardFee(paid: Pence): Pence {
  if (paid <= 0) return zeroPence
  return addPence(percentOf(paid, percentOfPayment, 'halfUpToPenny'), perPayment)
}
