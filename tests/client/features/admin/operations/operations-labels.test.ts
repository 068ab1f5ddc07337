import { expect, test } from 'vitest'
import { detailLabels, jobLabels, noticeLabels } from '#client/features/admin/operations/operations-labels.ts'
import { JOB_PAYLOADS } from '#server/job-contracts.ts'

test.each([
  ['paidAt', '2026-11-21T22:43:00.000Z', 'Paid at: 21 November 2026 at 22:43'],
  ['totalPence', '1251', 'Total: £12.51'],
  ['pricePenceBefore', '6000', 'Price before: £60.00'],
  ['pricePenceAfter', '6550', 'Price after: £65.50'],
  ['commissionPercentAfter', '12', 'Commission after: 12%'],
  ['pricePence', '1.5', 'Price pence: 1.5'],
  ['discountPercent', '10', 'Discount: 10%'],
  ['lines', '2', 'Lines: 2'],
  ['reason', 'Was ill', 'Reason: Was ill'],
])('the detail %s of %s is said as people read it', (name, value, words) => {
  expect(detailLabels({ name, value })).toBe(words)
})

test('an incident says who was told of it, and why others were not', () => {
  const deliveredAt = '2026-11-21T09:56:00.000Z'
  const webhook = { to: null, deliveredAt, error: null }
  const kim = { to: 'kim@example.com', deliveredAt, error: null }
  const ana = { to: 'ana@example.com', deliveredAt: null, error: 'connect ECONNREFUSED' }
  const bo = { to: 'bo@example.com', deliveredAt: null, error: null }
  expect(noticeLabels([webhook, kim])).toBe('Told: the webhook, kim@example.com.')
  expect(noticeLabels([webhook, ana, bo])).toBe(
    'Told: the webhook. Not told yet: ana@example.com (connect ECONNREFUSED), bo@example.com.',
  )
})

test.each(Object.keys(JOB_PAYLOADS))('the job %s has words', (name) => {
  expect(jobLabels(name)).not.toBe(name)
})
