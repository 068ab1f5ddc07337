import { addPence, type Pence, pence, subtractPence, sumPence } from '#shared/money/money.ts'

/** The list price of a sale and everything deducted from it, in pence; VAT is that of what stayed paid. */
export type Takings = {
  listPence: Pence
  collectionDiscountPence: Pence
  codeDiscountPence: Pence
  refundedPence: Pence
  vatPence: Pence
  feePence: Pence
  commissionPence: Pence
}

export type Waterfall = Takings & {
  /** What buyers paid less credits. */
  paidPence: Pence
  /** What the shop keeps; below 0 where the card fee of a refunded sale remains. */
  keptPence: Pence
}

/** From the list price down to what the shop keeps: paid = list − discounts − refunds; kept = paid − VAT − fee − commission. */
export function waterfallOf(takings: Takings): Waterfall {
  const { listPence, collectionDiscountPence, codeDiscountPence, refundedPence } = takings
  const paidPence = subtractPence(
    listPence,
    sumPence([collectionDiscountPence, codeDiscountPence, refundedPence]),
  )
  const costs = sumPence([takings.vatPence, takings.feePence, takings.commissionPence])
  return { ...takings, paidPence, keptPence: subtractPence(paidPence, costs) }
}

/** Adds up several waterfalls. */
export function sumWaterfalls(waterfalls: readonly Takings[]): Waterfall {
  const sum = (pick: (one: Takings) => Pence) =>
    waterfalls.reduce((total, one) => addPence(total, pick(one)), pence(0))
  return waterfallOf({
    listPence: sum((one) => one.listPence),
    collectionDiscountPence: sum((one) => one.collectionDiscountPence),
    codeDiscountPence: sum((one) => one.codeDiscountPence),
    refundedPence: sum((one) => one.refundedPence),
    vatPence: sum((one) => one.vatPence),
    feePence: sum((one) => one.feePence),
    commissionPence: sum((one) => one.commissionPence),
  })
}
