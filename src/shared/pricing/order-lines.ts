import { addPence, type Pence, subtractPence } from '#shared/money/money.ts'
import { shareByWeight, shareOf } from '#shared/money/shares.ts'
import { splitGross, type VatSplit } from '#shared/money/vat.ts'
import type { PricedVideo } from './cart.ts'
import type { OrderSums } from './order-sums.ts'

/** One video of an order, with its own share of everything, in pence. */
export type QuoteLine = {
  videoId: number
  title: string
  listPence: Pence
  /** Share of the collection discount. */
  discountPence: Pence
  /** Share of the referral discount. */
  referralSharePence: Pence
  /** The price paid for the line, VAT included. */
  netOfDiscountsPence: Pence
  exVatPence: Pence
  vatPence: Pence
}

/**
 * Shares the sums of an order over its videos: both discounts together by list price, VAT by what each line then costs,
 * largest remainder, ties by video id (requirements §4). Every column adds up to its sum. Sharing each discount alone
 * could round both up on one line and exceed its price.
 */
export function shareOverLines(input: {
  videos: readonly PricedVideo[]
  sums: OrderSums
  vatPence: Pence
}): QuoteLine[] {
  const { videos, sums } = input
  const weights = videos.map(({ id, pricePence }) => ({ id, weight: pricePence }))
  const discounts = shareByWeight(addPence(sums.collectionDiscountPence, sums.referralDiscountPence), weights)
  const collection = shareByWeight(
    sums.collectionDiscountPence,
    videos.map(({ id }) => ({ id, weight: shareOf(discounts, id) })),
  )
  const paid = videos.map(({ id, pricePence }) => ({
    id,
    weight: subtractPence(pricePence, shareOf(discounts, id)),
  }))
  const vat = shareByWeight(input.vatPence, paid)

  return videos.map(({ id, title, pricePence }) => {
    const netOfDiscountsPence = subtractPence(pricePence, shareOf(discounts, id))
    return {
      videoId: id,
      title,
      listPence: pricePence,
      discountPence: shareOf(collection, id),
      referralSharePence: subtractPence(shareOf(discounts, id), shareOf(collection, id)),
      netOfDiscountsPence,
      exVatPence: subtractPence(netOfDiscountsPence, shareOf(vat, id)),
      vatPence: shareOf(vat, id),
    }
  })
}

/** An order's net and VAT at a rate: what is paid for it and for each video stays, because prices include VAT. */
export function splitAtRate<Line extends { videoId: number; grossPence: Pence }>(
  order: { totalPence: Pence; lines: readonly Line[] },
  vatRate: number,
): VatSplit & { lines: (Line & VatSplit)[] } {
  const sums = splitGross(order.totalPence, vatRate)
  const paid = order.lines.map(({ videoId, grossPence }) => ({ id: videoId, weight: grossPence }))
  const vat = shareByWeight(sums.vatPence, paid)
  const lines = order.lines.map((line) => {
    const vatPence = shareOf(vat, line.videoId)
    return { ...line, vatPence, exVatPence: subtractPence(line.grossPence, vatPence) }
  })
  return { ...sums, lines }
}
