import { expect, test } from 'vitest'
import { eventLabels } from '#client/features/admin/orders/order-labels.ts'

test('events of Stripe are said in words, unknown ones by their name', () => {
  expect(eventLabels('payment_intent.succeeded')).toBe('payment taken')
  expect(eventLabels('charge.dispute.closed')).toBe('dispute closed')
  expect(eventLabels('refund.renamed')).toBe('refund.renamed')
})
