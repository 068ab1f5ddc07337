import { type VatPeriod, vatPeriodTitle } from '#shared/calendar/vat-period.ts'
import { addPence } from '#shared/money/money.ts'
import type { VatDocument } from './vat-queries.ts'
import { salesByRate, signed, type VatReturn, type VatSums, vatReturn, vatSide } from './vat-return.ts'

/** A period with its boxes; `isRunning`: more can still come. */
export function presentPeriod(period: VatPeriod, sums: readonly VatSums[], now: Date) {
  return {
    label: period.label,
    title: vatPeriodTitle(period.label),
    isRunning: now < period.end,
    boxes: presentBoxes(vatReturn(sums)),
  }
}

function presentBoxes({ box1Pence, box4Pence, box5Pence, box6Pence, box7Pence }: VatReturn) {
  return { box1: box1Pence, box4: box4Pence, box5: box5Pence, box6: box6Pence, box7: box7Pence }
}

/** What a period is made of: kinds of documents, rates, and what is in no box. */
export function presentParts(sums: readonly VatSums[]) {
  return {
    kinds: sums.map((one) => ({
      kind: one.kind,
      side: vatSide(one),
      vatRate: one.vatRate,
      count: one.count,
      net: signed(one, one.netPence),
      vat: signed(one, one.vatPence),
    })),
    rates: salesByRate(sums).map(({ vatRate, netPence, vatPence }) => ({
      vatRate,
      net: netPence,
      vat: vatPence,
    })),
  }
}

export function presentVatDocument({ netPence, vatPence, ...document }: VatDocument) {
  const { id, number, kind, issuedAt, taxPointAt, orderId, party, cancels, vatRate } = document
  return {
    id,
    number,
    kind,
    issuedAt,
    taxPointAt,
    orderId,
    party,
    cancels,
    vatRate,
    net: signed(document, netPence),
    vat: signed(document, vatPence),
    gross: signed(document, addPence(netPence, vatPence)),
  }
}
