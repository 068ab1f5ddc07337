import { expect, test } from 'vitest'
import { eventWords } from '#client/features/admin/orders/order-labels.ts'

test('events of Stripe are said in words, unknown ones by their name', () => {
  expect(eventWords('payment_intent.succeeded')).toBe('payment taken')
  expect(eventWords('charge.dispute.closed')).toBe('dispute closed')
  expect(eventWords('refund.renamed')).toBe('refund.renamed')
})
