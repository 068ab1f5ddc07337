import { expect, test } from 'vitest'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { pence } from '#shared/money/money.ts'

test.each([
  [34_000, 530],
  [6_000, 110],
  [30, 20],
  [34, 21],
  [0, 0],
])('the fee on %d pence is estimated at %d', (paid, fee) => {
  expect(estimateCardFee(pence(paid))).toBe(fee)
})
