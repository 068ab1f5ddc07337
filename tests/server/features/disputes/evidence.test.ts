import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getEvidence,
  openEvidence,
  prepareEvidence,
  submitEvidence,
} from '#server/features/disputes/evidence.ts'
import { grantRequest } from '#server/features/order-admin/answer-request.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { openVideo } from '#server/features/playback/media-grants.ts'
import { pence } from '#shared/money/money.ts'
import { askExchange, makeAsker, play, watch } from '#tests/server/features/refund-requests/asked-order.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { readWholePdf } from './read-pdf.ts'

const WORDING = 'Open my films now. I know that my right to cancel ends with that.'

let shop: TestShop
let adminId: string
beforeAll(async () => {
  shop = await createTestShop()
  adminId = (await makeAdmin(shop.deps)).id
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

/** Bought with consent, opened, and disputed by the bank. */
async function disputed({ consent = true, watches = true } = {}) {
  const buyer = await makeBuyer(shop, [1, 5])
  const { db, clock } = shop.deps
  const order = { consentWording: WORDING, consentAt: clock.now() }
  if (consent) await db.order.update({ where: { id: buyer.orderId }, data: order })
  if (watches) {
    const session = { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }
    const { sessionId } = await makeSession(shop.deps, { studentId: buyer.id }, session)
    await openVideo(shop.deps, { studentId: buyer.id, sessionId, videoId: 1, playSession: null })
    await db.progress.create({
      data: {
        studentId: buyer.id,
        videoId: 1,
        percent: 40,
        positionSeconds: 60,
        completed: false,
        startedAt: clock.now(),
        updatedAt: clock.now(),
      },
    })
    await db.$executeRaw`
      update "Progress" set "watched" = '{[0,50),[60,80)}', "watchedSeconds" = 70, "durationSeconds" = 200
       where "studentId" = ${buyer.id}`
    const at = { id: `se-${buyer.id}`, at: clock.now(), kind: 'signIn.succeeded', subjectKind: 'student' }
    await db.securityEvent.create({ data: { ...at, subjectId: buyer.id, address: '203.0.113.9' } })
  }
  return { buyer, ...(await dispute(buyer.intentId)) }
}

/** The bank takes back the payment of an intent. */
async function dispute(intentId: string) {
  const { id: stripeId } = shop.sandbox.controls.openDispute((await chargeOf(shop, intentId)).id)
  await syncPayment(shop.deps, intentId, { ofDispute: true })
  const row = await shop.deps.db.dispute.findUniqueOrThrow({ where: { stripeDisputeId: stripeId } })
  return { disputeId: row.id, stripeId }
}

describe('the evidence', () => {
  it('is put into Stripe’s fields with the files, and not sent', async () => {
    const { buyer, disputeId, stripeId } = await disputed()
    const answer = await prepareEvidence(shop.deps, { disputeId, adminId })
    expect(answer).toMatchObject({ canAnswer: true, dispute: { evidence: { submittedAt: null } } })
    const { evidence, status, evidence_details } = await shop.stripe.disputes.retrieve(stripeId)
    expect(status).toBe('needs_response')
    expect(evidence_details).toMatchObject({ has_evidence: true, submission_count: 0 })
    expect(evidence).toMatchObject({
      customer_email_address: buyer.email,
      service_date: '21 November 2026',
      uncategorized_text: expect.stringContaining('Air Law: 2 of 4 minutes watched, left at 40%'),
      product_description: expect.stringContaining('Air Law (£60.00, open until 21 February 2027)'),
      refund_policy_disclosure: expect.stringContaining(WORDING),
      refund_refusal_explanation: expect.stringContaining('regulation 37'),
    })
    expect(evidence.access_activity_log).toMatch(
      /2026-11-21 10:00:00 UTC {2}Session \S{8} \(Chrome on Windows, .* opened Air Law/,
    )
    expect(evidence.access_activity_log).toContain('Signed in with the password from 203.0.113.9')
    const files = [evidence.receipt, evidence.uncategorized_file].map(String)
    const [receipt, report] = await Promise.all(files.map((id) => shop.stripe.files.retrieve(id)))
    expect([receipt?.filename, report?.filename]).toEqual([
      expect.stringMatching(/^INV-.*\.pdf$/),
      `evidence-${stripeId}.pdf`,
    ])
    const audit = await shop.deps.db.auditEntry.findMany({ where: { subjectId: disputeId } })
    expect(audit).toMatchObject([{ action: 'evidence.prepared', actorId: adminId }])
  })

  it('says nothing of sign-ins from before the order', async () => {
    const { buyer, disputeId } = await disputed()
    const old = { id: `old-${buyer.id}`, at: new Date('2026-11-01T10:00:00Z'), subjectId: buyer.id }
    await shop.deps.db.securityEvent.create({
      data: { ...old, kind: 'signIn.succeeded', subjectKind: 'student', address: '198.51.100.7' },
    })
    const { texts } = await getEvidence(shop.deps, disputeId)
    expect(texts.access_activity_log).toContain('from 203.0.113.9')
    expect(texts.access_activity_log).not.toContain('from 198.51.100.7')
  })

  it('names the film that was watched before an exchange, and each session’s own film', async () => {
    const buyer = await makeAsker(shop, [1])
    const { sessionId } = await play(shop, { studentId: buyer.id, videoId: 1, minutes: 1 })
    await watch(shop, { studentId: buyer.id, videoId: 1, percent: 1 })
    const { requestId } = await askExchange(shop, buyer, 2)
    const answer = { requestId, adminId, amountPence: null, words: null, seenBackPence: pence(0) }
    await grantRequest(shop.deps, answer)
    const { disputeId } = await dispute(buyer.intentId)
    const exchanged = await getEvidence(shop.deps, disputeId)
    expect(exchanged.texts.uncategorized_text).toContain('Air Law: left at 1%')
    expect(exchanged.texts.access_activity_log ?? '').not.toContain('Navigation')
    await openVideo(shop.deps, { studentId: buyer.id, sessionId, videoId: 2, playSession: null })
    expect((await getEvidence(shop.deps, disputeId)).texts.access_activity_log).toContain('opened Navigation')
    const again = await shop.order({ student: buyer, videoIds: [1] })
    await shop.pay(again.intentId)
    await syncPayment(shop.deps, again.intentId)
    expect((await getEvidence(shop.deps, disputeId)).texts).not.toHaveProperty('uncategorized_text')
  })

  it('is sent only when a person says so, once', async () => {
    const { disputeId, stripeId } = await disputed()
    const request = { disputeId, adminId }
    await expect(submitEvidence(shop.deps, request)).rejects.toMatchObject({ code: 'EVIDENCE_NOT_PREPARED' })
    await prepareEvidence(shop.deps, request)
    expect(await submitEvidence(shop.deps, request)).toMatchObject({
      canAnswer: false,
      dispute: { evidence: { submittedAt: shop.deps.clock.now() } },
    })
    expect(await shop.stripe.disputes.retrieve(stripeId)).toMatchObject({ status: 'under_review' })
    await expect(submitEvidence(shop.deps, request)).rejects.toMatchObject({ code: 'DISPUTE_ANSWERED' })
    await expect(prepareEvidence(shop.deps, request)).rejects.toMatchObject({ code: 'DISPUTE_ANSWERED' })
    const actions = await shop.deps.db.auditEntry.findMany({
      where: { subjectId: disputeId },
      orderBy: { id: 'asc' },
    })
    expect(actions.map(({ action }) => action)).toEqual(['evidence.prepared', 'evidence.submitted'])
  })

  it('can be prepared again until then, and says what is known by then', async () => {
    const { disputeId, stripeId } = await disputed({ watches: false })
    await prepareEvidence(shop.deps, { disputeId, adminId })
    const first = await shop.stripe.disputes.retrieve(stripeId)
    shop.deps.clock.advance(60_000)
    await prepareEvidence(shop.deps, { disputeId, adminId })
    const again = await shop.stripe.disputes.retrieve(stripeId)
    expect(again.evidence.uncategorized_file).not.toBe(first.evidence.uncategorized_file)
    expect(await shop.deps.db.disputeEvidence.count({ where: { disputeId } })).toBe(1)
  })

  it('claims nothing that did not happen', async () => {
    const { disputeId } = await disputed({ consent: false, watches: false })
    const { texts } = await getEvidence(shop.deps, disputeId)
    expect(Object.keys(texts).toSorted()).toEqual([
      'customer_email_address',
      'customer_name',
      'product_description',
      'refund_policy_disclosure',
      'service_date',
    ])
    // The mail of this order was never sent.
    expect(texts.refund_policy_disclosure).toMatch(
      /^The refund policy is linked on every page of the shop: \S+\.$/,
    )
  })

  it('is refused once the dispute is decided, answered elsewhere, or its time is over', async () => {
    const lost = await disputed()
    shop.sandbox.controls.loseDispute(lost.stripeId)
    await syncPayment(shop.deps, lost.buyer.intentId, { ofDispute: true })
    const late = await disputed()
    const elsewhere = await disputed()
    await shop.stripe.disputes.update(elsewhere.stripeId, { submit: true })
    const over = { code: 'DISPUTE_OVER' }
    const prepare = (disputeId: string) => prepareEvidence(shop.deps, { disputeId, adminId })
    await expect(prepare(lost.disputeId)).rejects.toMatchObject(over)
    await expect(prepare(elsewhere.disputeId)).rejects.toMatchObject(over)
    expect(await shop.deps.db.disputeEvidence.count({ where: { disputeId: elsewhere.disputeId } })).toBe(0)
    shop.deps.clock.advance(8 * 24 * 60 * 60_000)
    expect(await getEvidence(shop.deps, late.disputeId)).toMatchObject({ canAnswer: false })
    await expect(prepare(late.disputeId)).rejects.toMatchObject(over)
    await expect(prepare('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the PDF', () => {
  it('has receipt, consent, access, what was watched, mails, messages and the policy', async () => {
    const { buyer, disputeId, stripeId } = await disputed()
    await shop.deps.db.contactMessage.create({
      data: {
        id: `cm-${disputeId}`,
        topic: 'payment',
        name: 'Kim',
        email: buyer.email,
        emailKey: buyer.email.toLowerCase(),
        body: 'Where is my invoice?',
        studentId: buyer.id,
        createdAt: shop.deps.clock.now(),
      },
    })
    const { filename, content } = await openEvidence(shop.deps, { disputeId, adminId })
    expect(filename).toBe(`evidence-${stripeId}.pdf`)
    const text = await readWholePdf(content)
    for (const words of [
      `Evidence for dispute ${stripeId}`,
      'Receipt',
      buyer.email,
      WORDING,
      'Session',
      'Air Law: 2 of 4 minutes watched, left at 40%',
      'Emails to the customer',
      'Where is my invoice?',
      'Refund policy: The 14-day right to cancel',
      'Consumer Rights Act',
    ]) {
      expect(text).toContain(words)
    }
    const audit = await shop.deps.db.auditEntry.findMany({ where: { subjectId: disputeId } })
    expect(audit).toMatchObject([{ action: 'evidence.opened', actorId: adminId }])
  })
})
