import {
  addPence,
  largerPence,
  type Pence,
  pence,
  smallerPence,
  subtractPence,
  sumPence,
  zeroPence,
} from '#shared/money/money.ts'
import { shareByWeight, shareOf } from '#shared/money/shares.ts'
import { splitGross, type VatSplit } from '#shared/money/vat.ts'

export type Credited = { grossPence: Pence; vatPence: Pence }

export type RefundInput = {
  order: { totalPence: Pence; vatPence: Pence }
  /** The rate frozen in the order, as a fraction. */
  vatRate: number
  /** What stands credited on the order before this refund. */
  before: Credited
  refundPence: Pence
  /** VAT of the whole lines that are refunded; null for any other amount. */
  wholeLinesVatPence: Pence | null
}

/**
 * Net and VAT of a refund in pence (requirements §4). A whole line is credited with its own VAT, any other amount with
 * the VAT of everything refunded so far less what was credited before. The last refund credits the rest, so that the
 * credit notes sum to the invoice in any order. Throws RangeError for a refund of nothing, or of more than is left.
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

type Sums = { grossPence: Pence; exVatPence: Pence; vatPence: Pence }

export type CreditLine = Sums & { title: string }
export type Credit = Sums & {
  /** The lines that are refunded whole; none for an amount. */
  lines: CreditLine[]
}

type CreditedOrder = {
  totalPence: Pence
  vatPence: Pence
  vatRate: number
  lines: readonly CreditLine[]
}

/**
 * The credit of an amount: at most what is left of the order, with its VAT by `splitRefund` and its whole lines
 * (requirements §4). No credit note has a sum below 0, neither this one nor the last: where the VAT of a whole line
 * leaves too little, a penny moves to the next.
 */
export function splitCredit(input: {
  order: CreditedOrder
  before: Credited
  amountPence: Pence
  /** The lines of the refund; none for an amount. */
  lines: readonly CreditLine[]
}): Credit {
  const { order, before } = input
  const leftPence = subtractPence(order.totalPence, before.grossPence)
  const grossPence = smallerPence(input.amountPence, leftPence)
  if (grossPence === 0) return { grossPence, exVatPence: zeroPence, vatPence: zeroPence, lines: [] }

  const isWholeOrder = before.grossPence === 0 && grossPence === order.totalPence
  const named = isWholeOrder ? order.lines : input.lines
  const whole = sumPence(named.map((line) => line.grossPence)) === grossPence ? named : []
  const wholeLinesVatPence = whole.length > 0 ? sumPence(whole.map((line) => line.vatPence)) : null
  const exact = splitRefund({
    order,
    vatRate: order.vatRate,
    before,
    refundPence: grossPence,
    wholeLinesVatPence,
  })

  const vatLeftPence = subtractPence(order.vatPence, before.vatPence)
  const least = largerPence(zeroPence, pence(vatLeftPence - leftPence + grossPence))
  const vatPence = largerPence(least, smallerPence(exact.vatPence, smallerPence(grossPence, vatLeftPence)))
  return {
    grossPence,
    exVatPence: subtractPence(grossPence, vatPence),
    vatPence,
    lines: vatPence === wholeLinesVatPence ? [...whole] : withVat(whole, vatPence),
  }
}

/** Whole lines with less or more VAT than their own, because earlier refunds took some of it. */
function withVat(lines: readonly CreditLine[], vatPence: Pence): CreditLine[] {
  if (lines.length === 0) return []
  const shares = shareByWeight(
    vatPence,
    lines.map(({ grossPence }, id) => ({ id, weight: grossPence })),
  )
  return lines.map((line, id) => {
    const share = shareOf(shares, id)
    return { ...line, vatPence: share, exVatPence: subtractPence(line.grossPence, share) }
  })
}
