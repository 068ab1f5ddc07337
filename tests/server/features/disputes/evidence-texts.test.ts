import { fc, test as property } from '@fast-check/vitest'
import { expect, it } from 'vitest'
import type { EvidenceFacts } from '#server/features/disputes/evidence-facts.ts'
import { evidenceTexts } from '#server/features/disputes/evidence-texts.ts'
import { EVIDENCE_LIMITS } from '#server/infra/stripe-disputes.ts'

const FACTS: EvidenceFacts = {
  disputeId: 'd1',
  stripeDisputeId: 'du_1',
  chargeId: 'ch_1',
  amount: '£60.00',
  orderId: 'o1',
  invoice: null,
  seller: 'Made-up Films Ltd',
  customer: { name: 'Sam', email: 'sam@example.com', address: null, since: '', confirmed: null },
  product: 'Films',
  boughtOn: '21 November 2026',
  paid: '£60.00',
  consent: null,
  confirmedAt: null,
  policyAddress: 'https://shop.example.com/refund-policy',
  access: [],
  watched: [],
  mails: [],
  messages: [],
}

const text = fc.string({ unit: 'grapheme', maxLength: 400 })
const long = fc.integer({ min: 0, max: 30_000 }).map((length) => 'a'.repeat(length))
const lines = fc.array(
  fc.record({ at: fc.constant('2026-11-21 10:00:00 UTC'), text: fc.oneof(text, long) }),
  {
    maxLength: 120,
  },
)

property.prop([fc.record({ product: long, wording: long, name: long, access: lines, watched: lines })])(
  'stay within Stripe’s limits, whatever there is to say',
  ({ product, wording, name, access, watched }) => {
    const texts = evidenceTexts({
      ...FACTS,
      product,
      access,
      watched,
      consent: { wording, at: '2026-11-21 10:00:00 UTC' },
      customer: { ...FACTS.customer, name },
    })
    const lengths = Object.values(texts).map(({ length }) => length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(EVIDENCE_LIMITS.text)
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(EVIDENCE_LIMITS.allTexts)
    expect(lengths.every((length) => length > 0)).toBe(true)
  },
)

it('leave out whole lines, and say how many', () => {
  const access = Array.from({ length: 500 }, (_, index) => ({
    at: '2026-11-21',
    text: `${index} ${'b'.repeat(90)}`,
  }))
  const kept = evidenceTexts({ ...FACTS, access }).access_activity_log?.split('\n') ?? []
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.at(-1)).toBe(`… and ${500 - (kept.length - 1)} more.`)
})
