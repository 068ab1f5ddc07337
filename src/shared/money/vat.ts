import { type Pence, scalePence, subtractPence, wholeUnits } from './money.ts'

/** An amount with VAT inside it, taken apart; the two always add up to it. */
export type VatSplit = { exVatPence: Pence; vatPence: Pence }

const ratePlaces = 4
const oneAsUnits = 10 ** ratePlaces

/** A VAT rate in ten-thousandths. Throws RangeError below 0 and beyond four decimals. */
function rateUnits(rate: number): number {
  if (!(rate >= 0)) throw new RangeError(`Not a VAT rate: ${rate}`)
  return wholeUnits(rate, ratePlaces)
}

/**
 * Takes a price in pence apart: VAT is total × rate ÷ (1 + rate), half a penny going up, and the rest is
 * without VAT (HMRC VATREC12030). `rate` is a fraction, 0.2 for 20 %.
 */
export function splitGross(total: Pence, rate: number): VatSplit {
  const units = rateUnits(rate)
  const vatPence = scalePence({
    amount: total,
    numerator: units,
    denominator: oneAsUnits + units,
    rounding: 'halfUpToPenny',
  })
  return { exVatPence: subtractPence(total, vatPence), vatPence }
}

/** VAT in pence that comes on top of a net amount, half a penny going up. `rate` is a fraction. */
export function vatOn(net: Pence, rate: number): Pence {
  return scalePence({
    amount: net,
    numerator: rateUnits(rate),
    denominator: oneAsUnits,
    rounding: 'halfUpToPenny',
  })
}
