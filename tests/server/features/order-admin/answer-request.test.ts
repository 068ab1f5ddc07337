import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { declineRequest, grantRequest } from '#server/features/order-admin/answer-request.ts'
import { getOrderDetail } from '#server/features/order-admin/order-detail.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { openVideo } from '#server/features/playback/media-grants.ts'
import { createVideoReader } from '#server/features/playback/streams.ts'
import { withdrawRequest } from '#server/features/refund-requests/requests.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import { orderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { addressOf } from '#tests/server/features/playback/address-of.ts'
import {
  ask,
  askExchange,
  type Buyer,
  mailsTo,
  makeAsker,
  play,
  readRequest,
  watch,
} from '#tests/server/features/refund-requests/asked-order.ts'
import { chargeOf, goneBackOf, readOrder } from '#tests/server/features/refunds/refunded-order.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

type Granting = { words?: string | null; amountPence?: Pence | null; seenBackPence?: Pence }

async function grant({ orderId }: Buyer, requestId: string, over: Granting = {}) {
  const seenBackPence = over.seenBackPence ?? (await goneBackOf(shop, orderId))
  return grantRequest(shop.deps, {
    ...{ requestId, adminId: admin.id, words: null, amountPence: null, ...over },
    seenBackPence,
  })
}

const answersTo = async ({ email }: Buyer) => {
  const mails = await mailsTo(shop, email, 'refund-request')
  return mails.map(({ props }) => props).slice(1)
}

describe('granting a refund', () => {
  it('refunds what was asked for, ends its access, and tells the student', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer, { lineIds: buyer.lineIds.slice(0, 1) })
    expect(await grant(buyer, requestId, { words: 'No harm done.' })).toEqual({ status: 'succeeded' })
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([3])
    expect(books.order.payment?.refunds).toMatchObject([
      { amountPence: 6_000, reason: 'Bought the wrong film', requestedById: admin.id },
    ])
    expect(books.kinds).toEqual(['invoice', 'creditNote'])
    expect(await readRequest(shop, requestId)).toMatchObject({
      status: 'granted',
      answeredById: admin.id,
      answer: 'No harm done.',
      isOpen: false,
    })
    expect(await answersTo(buyer)).toMatchObject([
      { stage: 'granted', amountPence: 6_000, words: 'No harm done.' },
    ])
    const detail = orderDetailOutput.parse(await getOrderDetail(shop.deps, buyer.orderId))
    expect(detail.requests).toMatchObject([{ status: 'granted', isSettled: false }])
    expect(detail.audit.map(({ action }) => action)).toContain('refundRequest.granted')
  })

  it('happens once, however many admins press at once', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer, { lineIds: buyer.lineIds.slice(0, 1) })
    const answers = await Promise.allSettled([1, 2, 3].map(() => grant(buyer, requestId)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(6_000)
    expect(await answersTo(buyer)).toHaveLength(1)
  })

  it('is refused where something went back since the admin looked, and the request waits on', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer)
    const seenBackPence = await goneBackOf(shop, buyer.orderId)
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id, 2_000)
    await syncPayment(shop.deps, buyer.intentId)
    await expect(grant(buyer, requestId, { seenBackPence })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'waiting', isOpen: true })
    expect(await answersTo(buyer)).toEqual([])
    await grant(buyer, requestId)
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(12_000)
  })

  it('is refused once Stripe’s page refunded all of it', async () => {
    const buyer = await makeAsker(shop, [1])
    const { requestId } = await ask(shop, buyer)
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id, 6_000)
    await syncPayment(shop.deps, buyer.intentId)
    await expect(grant(buyer, requestId)).rejects.toMatchObject({ code: 'REQUEST_ANSWERED' })
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(6_000)
  })

  it('refunds the rest of what was asked for, where one line was refunded meanwhile', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer)
    await refundOrder(shop.deps, {
      orderId: buyer.orderId,
      wish: { lineIds: buyer.lineIds.slice(0, 1) },
      reason: 'By the dialog',
      adminId: admin.id,
      seenBackPence: pence(0),
    })
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'waiting' })
    await grant(buyer, requestId)
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([])
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(12_000)
    expect(await answersTo(buyer)).toMatchObject([{ amountPence: 6_000, titles: ['Meteorology'] }])
  })

  it('refunds a part, after which the film stays open', async () => {
    const buyer = await makeAsker(shop, [1])
    const { requestId } = await ask(shop, buyer, { reason: 'faulty', message: 'No sound at the end.' })
    await grant(buyer, requestId, { amountPence: pence(2_000) })
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([1])
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(2_000)
    expect(await answersTo(buyer)).toMatchObject([{ stage: 'granted', amountPence: 2_000 }])
  })

  it('or withdrawing: one of the two, never both', async () => {
    const buyer = await makeAsker(shop, [1])
    const { requestId } = await ask(shop, buyer)
    const [granted, withdrawn] = await Promise.allSettled([
      grant(buyer, requestId),
      withdrawRequest(shop.deps, { studentId: buyer.id, requestId }),
    ])
    const isGranted = granted.status === 'fulfilled'
    expect(isGranted).toBe(withdrawn.status === 'rejected')
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(isGranted ? 6_000 : 0)
  })
})

describe('granting an exchange', () => {
  it('opens the other film until the same day, on the same invoice, and a refund ends it', async () => {
    const buyer = await makeAsker(shop, [1])
    const [before] = (await readOrder(shop, buyer.orderId)).entitlements
    const { requestId } = await askExchange(shop, buyer, 2)
    shop.deps.clock.set('2026-11-25T10:00:00Z')
    expect(await grant(buyer, requestId)).toEqual({ status: null })
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([2])
    expect(books.entitlements).toEqual([{ ...before, videoId: 2 }])
    expect(books.kinds).toEqual(['invoice'])
    expect(await answersTo(buyer)).toMatchObject([
      { stage: 'exchanged', exchangeFor: 'Navigation', exchangeUntil: before?.expiresAt.toISOString() },
    ])
    await refundOrder(shop.deps, {
      orderId: buyer.orderId,
      wish: { lineIds: buyer.lineIds },
      reason: 'After all',
      adminId: admin.id,
      seenBackPence: pence(0),
    })
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([])
  })

  it('closes the URLs of the old film, and records both films', async () => {
    const buyer = await makeAsker(shop, [1])
    const request = await play(shop, { studentId: buyer.id, videoId: 1, minutes: 1 })
    const { requestId } = await askExchange(shop, buyer, 2)
    const read = () => createVideoReader(shop.deps)(request)
    expect(await read()).toMatchObject({ key: 'air-law.mp4' })
    await grant(buyer, requestId)
    const { sessionId } = request
    const access = { studentId: buyer.id, sessionId, videoId: 2, playSession: null }
    const { secureVideoUrl } = await openVideo(shop.deps, access)
    expect(await read()).toBeNull()
    const opened = { ...addressOf(secureVideoUrl), sessionId }
    expect(await createVideoReader(shop.deps)(opened)).toMatchObject({ key: 'navigation.mp4' })
    const entry = await shop.deps.db.auditEntry.findFirst({
      where: { subjectId: buyer.orderId, action: 'refundRequest.granted' },
    })
    expect(entry?.details).toMatchObject({ from: 'Air Law', to: 'Navigation' })
  })

  it('is refused where the film was watched meanwhile, or its access revoked', async () => {
    const watcher = await makeAsker(shop, [1])
    const watched = await askExchange(shop, watcher, 2)
    await watch(shop, { studentId: watcher.id, videoId: 1, percent: 30 })
    const refusal = { code: 'EXCHANGE_NOT_POSSIBLE' }
    await expect(grant(watcher, watched.requestId)).rejects.toMatchObject(refusal)
    expect(await readRequest(shop, watched.requestId)).toMatchObject({ status: 'waiting' })
    expect((await readOrder(shop, watcher.orderId)).openVideoIds).toEqual([1])
    const revoked = await makeAsker(shop, [1])
    const { requestId } = await askExchange(shop, revoked, 2)
    await shop.deps.db.entitlement.updateMany({
      where: { orderId: revoked.orderId },
      data: { revokedAt: shop.deps.clock.now(), revokedReason: 'by hand' },
    })
    await expect(grant(revoked, requestId)).rejects.toMatchObject(refusal)
  })
})

describe('declining', () => {
  it('mails the words, moves no money, and is the last word', async () => {
    const buyer = await makeAsker(shop, [1])
    const { requestId } = await ask(shop, buyer)
    const decline = () =>
      declineRequest(shop.deps, { requestId, words: 'All of it was watched.', adminId: admin.id })
    await decline()
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'declined', isOpen: false })
    expect(await answersTo(buyer)).toMatchObject([{ stage: 'declined', words: 'All of it was watched.' }])
    await expect(decline()).rejects.toMatchObject({ code: 'REQUEST_ANSWERED' })
    await expect(grant(buyer, requestId)).rejects.toMatchObject({ code: 'REQUEST_ANSWERED' })
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([1])
  })
})
