import { addPence, type Pence, pence, percentOf, zeroPence } from './money.ts'

/** Stripe's standard price for a domestic card in the United Kingdom: 1.5 % and 20p a payment. */
const percentOfPayment = 1.5
const perPayment = pence(20)

/** An estimated card fee in pence until Stripe reports the real one; 0 for a payment of 0. */
export function estimateCardFee(paid: Pence): Pence {
  if (paid <= 0) return zeroPence
  return addPence(percentOf(paid, percentOfPayment, 'halfUpToPenny'), perPayment)
}
