import { expect, test } from 'vitest'
import { refundOrderInput } from '#shared/schemas/admin-refunds.ts'

const refund = { orderId: 'order-1', wish: { amount: '12.50' }, reason: 'Asked for', seenBack: '0.00' }

test('a refund takes its sums as text alone: a number could mean pounds or pence', () => {
  expect(refundOrderInput.safeParse(refund).success).toBe(true)
  expect(refundOrderInput.safeParse({ ...refund, wish: { amount: 50 } }).success).toBe(false)
  expect(refundOrderInput.safeParse({ ...refund, seenBack: 0 }).success).toBe(false)
})
