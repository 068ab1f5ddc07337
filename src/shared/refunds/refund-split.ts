import { addPence, type Pence, subtractPence } from '#shared/money/money.ts'
import { splitGross, type VatSplit } from '#shared/money/vat.ts'

export type Credited = { grossPence: Pence; vatPence: Pence }

export type RefundInput = {
  order: { totalPence: Pence; vatPence: Pence }
  /** The rate frozen in the order, as a fraction. */
  vatRate: number
  /** All that was credited on the order before. */
  before: Credited
  refundPence: Pence
  /** VAT of the lines the refund pays back whole; null where it is any other amount. */
  wholeLinesVatPence: Pence | null
}

/**
 * Net and VAT of a refund in pence (requirements §4). A whole line is credited with its own VAT; any other
 * amount with the VAT of all refunded so far, less what was credited before. The refund that empties the
 * order credits what is left, so that the credit notes of an order sum to its invoice whatever their order.
 * After whole lines the VAT of an amount of a few pence can be a penny below 0 or above the amount.
 * Throws RangeError for a refund of nothing, or of more than is left.
 */
export function splitRefund({
  order,
  vatRate,
  before,
  refundPence,
  wholeLinesVatPence,
}: RefundInput): VatSplit {
  const refundedPence = addPence(before.grossPence, refundPence)
  if (refundPence <= 0 || refundedPence > order.totalPence) {
    throw new RangeError(`Cannot refund ${refundPence} of ${order.totalPence} pence`)
  }
  const vatPence = vatToCredit()
  return { exVatPence: subtractPence(refundPence, vatPence), vatPence }

  function vatToCredit(): Pence {
    if (refundedPence === order.totalPence) return subtractPence(order.vatPence, before.vatPence)
    if (wholeLinesVatPence !== null) return wholeLinesVatPence
    return subtractPence(splitGross(refundedPence, vatRate).vatPence, before.vatPence)
  }
}
