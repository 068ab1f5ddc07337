import { describe, expect, it } from 'vitest'
import { refundableOf, seenBack, typedPence } from '#client/features/admin/refunds/order-refund.ts'
import { anOrderDetail } from '#tests/client/features/admin/order-fixtures.ts'

describe('an amount as typed', () => {
  it.each([
    ['12', 1_200],
    ['12.5', 1_250],
    [' £1,012.50 ', 101_250],
    ['0.30', 30],
    ['012', 1_200],
  ])('%s is %i pence', (text, pence) => {
    expect(typedPence(text)).toBe(pence)
  })

  it.each(['', 'twelve', '12.345', '-5', '1e3', '12,50', '1,2', '12.50.'])('%s is none', (text) => {
    expect(typedPence(text)).toBeNull()
  })
})

describe('what the server compares', () => {
  it('is what went back and what is on its way', () => {
    expect(seenBack(refundableOf(anOrderDetail({ credited: '36.00', asked: '10.00' })))).toBe('46.00')
  })
})
