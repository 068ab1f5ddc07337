import { expect, test } from 'vitest'
import {
  accessLabels,
  eventLabels,
  orderState,
  watchedLabel,
} from '#client/features/admin/orders/order-labels.ts'
import { aLineDetail, anAccess, anOrderRow } from '#tests/client/features/admin/order-fixtures.ts'

test('events of Stripe are said in words, unknown ones by their name', () => {
  expect(eventLabels('payment_intent.succeeded')).toBe('payment taken')
  expect(eventLabels('charge.dispute.closed')).toBe('dispute closed')
  expect(eventLabels('refund.renamed')).toBe('refund.renamed')
})

test.each([
  [{ watchedSeconds: 61, durationSeconds: 600 }, 'To 40%, 2 of 10 min'],
  [{ watchedSeconds: 0, durationSeconds: 600 }, 'To 40%, 0 of 10 min'],
  [{ watchedSeconds: 61, durationSeconds: null }, 'To 40%, 2 min'],
  [{ watchedSeconds: 61, durationSeconds: 600, completed: true }, 'To the end, 2 of 10 min'],
  [{ watchedSeconds: null }, 'To 40%, minutes not recorded'],
  [{ watchedSeconds: null, completed: true }, 'To the end, minutes not recorded'],
])('of a film with %j was watched: %s', (saved, label) => {
  const { watched } = aLineDetail()
  if (watched === null) throw new Error('Nothing was watched of the line')
  expect(watchedLabel({ ...watched, ...saved })).toBe(label)
})

test.each([
  ['refund', 'Refund asked for'],
  ['exchange', 'Exchange asked for'],
] as const)('a paid order whose student waits for an answer about a %s says: %s', (openWish, label) => {
  expect(orderState(anOrderRow({ openWish }))).toEqual({ kind: 'pending', label })
  expect(orderState(anOrderRow({ openWish, hasOpenDispute: true })).label).toBe('In dispute')
})

test('a film that was never opened was not watched yet', () => {
  expect(watchedLabel(null)).toBe('Not yet')
})

test.each([
  ['2026-11-01T12:00:00.000Z', 'Opens on 2 Nov 2026'],
  ['2027-03-01T12:00:00.000Z', 'Closed 2 Feb 2027'],
])('on %s a film that is not open says: %s', (now, label) => {
  expect(accessLabels(anAccess({ isOpen: false }), new Date(now)).label).toBe(label)
})
