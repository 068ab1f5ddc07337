import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { previewSite } from '#emails/preview-site.ts'
import { EMAIL_PROPS } from '#emails/props.ts'
import { createContext } from '#server/context.ts'
import { findAttention } from '#server/features/operations/attention.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { withdrawRequest } from '#server/features/refund-requests/requests.ts'
import { createCaller } from '#server/router.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { ask, askExchange, mailsTo, makeAsker, makeRenewer, play, readRequest, watch } from './asked-order.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

const auditOf = async (orderId: string) => {
  const where = { subjectKind: 'order', subjectId: orderId, action: { startsWith: 'refundRequest.' } }
  const entries = await shop.deps.db.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  return entries.map(({ action, actorKind }) => `${action} by ${actorKind}`)
}

describe('asking', () => {
  it('is listed with what would go back today', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer)
    const { db, clock } = shop.deps
    const amount = async () => {
      const { items } = await findAttention(shop.deps)
      return items.find(({ id }) => id === requestId)?.amount
    }
    const order = await db.order.findUniqueOrThrow({
      where: { id: buyer.orderId },
      select: { totalPence: true, payment: { select: { id: true } }, lines: { orderBy: { videoId: 'asc' } } },
    })
    expect(await amount()).toBe(order.totalPence)
    const paymentId = order.payment?.id ?? ''
    const refund = { paymentId, status: 'requested', reason: 'x', createdAt: clock.now() } as const
    await db.refund.create({ data: { ...refund, id: `part-${requestId}`, amountPence: 1_000 } })
    expect(await amount()).toBe(order.totalPence - 1_000)
    const [first] = order.lines
    const lines = { create: { orderLineId: first?.id ?? '' } }
    await db.refund.create({
      data: { ...refund, id: `line-${requestId}`, amountPence: first?.grossPence ?? 0, lines },
    })
    expect(await amount()).toBe(order.totalPence - (first?.grossPence ?? 0) - 1_000)
  })

  it('wants words with some reasons, but not where the order can be cancelled', async () => {
    const faulty = { reason: 'faulty', message: null } as const
    await expect(ask(shop, await makeAsker(shop, [1]), faulty)).rejects.toThrow('check the form')
    const kept = await makeAsker(shop, [1], { hasConsent: false })
    const { requestId } = await ask(shop, kept, faulty)
    expect(await readRequest(shop, requestId)).toMatchObject({ reason: 'faulty', body: null })
  })

  it('stores the request, tells student and instructor, and is listed for the admin', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    await watch(shop, { studentId: buyer.id, videoId: 3, percent: 12 })
    const lineIds = buyer.lineIds.slice(1)
    const { requestId } = await ask(shop, buyer, { lineIds, reason: 'faulty', message: 'No sound.' })
    expect(await readRequest(shop, requestId)).toMatchObject({
      status: 'waiting',
      wish: 'refund',
      reason: 'faulty',
      body: 'No sound.',
      isOpen: true,
    })
    expect(await auditOf(buyer.orderId)).toEqual(['refundRequest.made by student'])
    const [receipt] = await mailsTo(shop, buyer.email, 'refund-request')
    expect(receipt?.props).toMatchObject({ stage: 'received', amountPence: 6_000, dueAt: null })
    const { seller } = shop.deps.config
    const notices = await mailsTo(shop, seller.email, 'refund-request-waiting')
    expect(notices.at(-1)?.props).toMatchObject({
      orderId: buyer.orderId,
      reason: 'faulty',
      hasConsent: true,
      watched: [{ percent: 12 }],
    })
    // What the student wrote, and who it is, stay in the shop.
    expect(JSON.stringify(notices.at(-1))).not.toMatch(new RegExp(`No sound|${buyer.email}`))
    for (const [template, mail] of [
      ['refund-request', receipt],
      ['refund-request-waiting', notices.at(-1)],
    ] as const) {
      EMAIL_PROPS[template].parse({ site: previewSite, ...Object(mail?.props) })
    }
    const { items } = await findAttention(shop.deps)
    expect(items.find(({ id }) => id === requestId)).toMatchObject({
      kind: 'refundRequest',
      dueAt: null,
      amount: 6_000,
      place: { to: 'order', orderId: buyer.orderId, number: expect.stringMatching(/^INV-/) },
    })
  })

  it('is one request, however often and from however many tabs the same is sent', async () => {
    const buyer = await makeAsker(shop, [1])
    const answers = await Promise.all([1, 2, 3].map(() => ask(shop, buyer)))
    expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(1)
    expect(await mailsTo(shop, buyer.email, 'refund-request')).toHaveLength(1)
  })

  it('is refused for a line that another request is about, from another tab at once too', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const both = await Promise.allSettled([
      ask(shop, buyer, { lineIds: buyer.lineIds.slice(0, 1) }),
      ask(shop, buyer),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = both.find((answer) => answer.status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'REFUND_REQUESTED' } })
    const where = { orderLineId: { in: buyer.lineIds }, isOpen: true }
    const open = await shop.deps.db.refundRequestLine.findMany({ where })
    expect(new Set(open.map(({ requestId }) => requestId)).size).toBe(1)
  })

  it('says by when a cancelled order is refunded, where the 14 days were kept', async () => {
    const buyer = await makeAsker(shop, [1], { hasConsent: false })
    shop.deps.clock.set('2026-12-05T23:59:00Z')
    const { requestId } = await ask(shop, buyer, { reason: 'changedMind' })
    const { items } = await findAttention(shop.deps)
    const item = items.find(({ id }) => id === requestId)
    expect(item).toMatchObject({ dueAt: new Date('2026-12-19T23:59:00Z') })
    expect(item?.act).toMatch(/^Cancelled within the 14 days/)
    const late = await makeAsker(shop, [1], { hasConsent: false })
    shop.deps.clock.set('2026-12-20T00:00:00Z')
    const { requestId: lateId } = await ask(shop, late)
    expect((await findAttention(shop.deps)).items.find(({ id }) => id === lateId)).toMatchObject({
      dueAt: null,
    })
  })

  it('cancels a renewal as long as its new term has not begun, consent or not', async () => {
    const { deps } = shop
    const buyer = await makeRenewer(shop, 1)
    const { requestId } = await ask(shop, buyer, { reason: 'changedMind' })
    const dueAt = new Date('2027-03-06T10:00:00Z')
    const { items } = await findAttention(deps)
    expect(items.find(({ id }) => id === requestId)).toMatchObject({ dueAt })
    const [receipt] = await mailsTo(shop, buyer.email, 'refund-request')
    expect(receipt?.props).toMatchObject({ dueAt: dueAt.toISOString() })
    const notices = await mailsTo(shop, deps.config.seller.email, 'refund-request-waiting')
    expect(notices.at(-1)?.props).toMatchObject({ hasConsent: false, dueAt: dueAt.toISOString() })
    // The second of the two has begun with its payment.
    const mixed = await makeRenewer(shop, 1, 2)
    const both = await ask(shop, mixed)
    const late = await makeRenewer(shop, 1)
    deps.clock.set('2027-02-21T10:00:00Z')
    const begun = await ask(shop, late)
    const dueOf = new Map((await findAttention(deps)).items.map((item) => [item.id, item.dueAt]))
    expect([dueOf.get(both.requestId), dueOf.get(begun.requestId)]).toEqual([null, null])
  })

  it('is refused for what belongs to another, was refunded, or is in dispute', async () => {
    const buyer = await makeAsker(shop, [1])
    const stranger = await makeStudent(shop.deps)
    await expect(ask(shop, { ...buyer, id: stranger.id })).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    const other = await makeAsker(shop, [3])
    const strange = ask(shop, buyer, { lineIds: other.lineIds })
    await expect(strange).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id, 6_000)
    await syncPayment(shop.deps, buyer.intentId)
    await expect(ask(shop, buyer)).rejects.toMatchObject({ code: 'REFUND_PENDING' })
    shop.sandbox.controls.openDispute((await chargeOf(shop, other.intentId)).id)
    await syncPayment(shop.deps, other.intentId, { ofDispute: true })
    await expect(ask(shop, other)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('asking for another film', () => {
  it('takes one that is not owned, for one that was not watched', async () => {
    const buyer = await makeAsker(shop, [1])
    await watch(shop, { studentId: buyer.id, videoId: 1, percent: 1 })
    const { requestId } = await askExchange(shop, buyer, 2)
    expect(await readRequest(shop, requestId)).toMatchObject({ wish: 'exchange', exchangeVideoId: 2 })
  })

  it('is refused for a watched film, an owned one, another price, and two at once', async () => {
    const watcher = await makeAsker(shop, [1])
    await watch(shop, { studentId: watcher.id, videoId: 1, percent: 2 })
    const refusal = { code: 'EXCHANGE_NOT_POSSIBLE' }
    await expect(askExchange(shop, watcher, 2)).rejects.toMatchObject(refusal)
    // Played for a third, and left at the start.
    const back = await makeAsker(shop, [1])
    await watch(shop, { studentId: back.id, videoId: 1, percent: 0 })
    await shop.deps.db.$executeRaw`
      update "Progress" set "watched" = '{[0,1200)}', "watchedSeconds" = 1200, "durationSeconds" = 3600
       where "studentId" = ${back.id}`
    await expect(askExchange(shop, back, 2)).rejects.toMatchObject(refusal)
    // Played for three minutes by a browser that saves nothing.
    const silent = await makeAsker(shop, [1])
    await play(shop, { studentId: silent.id, videoId: 1, minutes: 3 })
    await expect(askExchange(shop, silent, 2)).rejects.toMatchObject(refusal)
    const owner = await makeAsker(shop, [1, 2])
    await expect(askExchange(shop, owner, 3)).rejects.toMatchObject(refusal)
    const [first] = owner.lineIds
    await expect(askExchange(shop, { ...owner, lineIds: [first ?? ''] }, 2)).rejects.toMatchObject(refusal)
    // Human Performance costs £40, Air Law £60.
    await expect(askExchange(shop, { ...owner, lineIds: [first ?? ''] }, 5)).rejects.toMatchObject(refusal)
  })
})

it('is answered by its id under the name that a page of the version before reads, too', async () => {
  const buyer = await makeAsker(shop, [1])
  const { token } = await makeSession(shop.deps, { studentId: buyer.id })
  const credentials = { bearer: token, refererToken: null, adminCookie: null, refererCookie: null }
  const cookies = { get: () => null, set: () => {}, clear: () => {} }
  const call = { requestId: 'r1', address: '192.0.2.1', userAgent: 'Firefox', credentials, cookies }
  const { checkout } = createCaller(createContext({ deps: shop.deps, ...call }))
  const { orderId, lineIds } = buyer
  const wish = { wish: 'refund', exchangeVideoId: null, reason: 'wrongVideo', message: '' } as const
  const { id, requestId } = await checkout.askRefund({ orderId, lineIds, ...wish })
  expect(requestId).toBe(id)
})

describe('a waiting request', () => {
  it('is withdrawn by its student, once, and can be made again', async () => {
    const buyer = await makeAsker(shop, [1])
    const { requestId } = await ask(shop, buyer)
    const withdraw = () => withdrawRequest(shop.deps, { studentId: buyer.id, requestId })
    await Promise.all([withdraw(), withdraw()])
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'withdrawn', isOpen: false })
    expect(await auditOf(buyer.orderId)).toEqual([
      'refundRequest.made by student',
      'refundRequest.withdrawn by student',
    ])
    const again = await ask(shop, buyer)
    expect(again.requestId).not.toBe(requestId)
    const stranger = await makeStudent(shop.deps)
    const theft = withdrawRequest(shop.deps, { studentId: stranger.id, ...again })
    await expect(theft).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is granted by itself once Stripe’s page refunded all of it, and waits on after a part', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer)
    const charge = await chargeOf(shop, buyer.intentId)
    shop.sandbox.controls.refund(charge.id, 2_000)
    await syncPayment(shop.deps, buyer.intentId)
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'waiting' })
    shop.sandbox.controls.refund(charge.id, 10_000)
    await syncPayment(shop.deps, buyer.intentId)
    expect(await readRequest(shop, requestId)).toMatchObject({
      status: 'granted',
      answeredById: null,
      isOpen: false,
    })
    expect((await findAttention(shop.deps)).items.filter(({ id }) => id === requestId)).toEqual([])
    expect((await auditOf(buyer.orderId)).at(-1)).toBe('refundRequest.settled by shop')
  })
})
