import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const wish = (studentId: string, videoIds: number[], referralCode: string | null = null) => ({
  studentId,
  videoIds,
  referralCode,
})
const orders = (studentId: string, status?: 'open' | 'paid' | 'cancelled') =>
  shop.deps.db.order.count({ where: { studentId, ...(status ? { status } : {}) } })

describe('requesting a payment intent', () => {
  it('prices from the server’s catalog and freezes the price', async () => {
    const student = await makeStudent(shop.deps)
    const { order, intent } = await createIntent(shop.deps, wish(student.id, [1, 2, 3, 4, 5, 6, 7]))
    expect(order).toMatchObject({
      subtotalPence: 38_000,
      collectionDiscountPence: 4_000,
      totalPence: 34_000,
      isBundle: true,
    })
    expect(intent).toMatchObject({ amountPence: 34_000, currency: 'gbp', status: 'open', orderId: order.id })
    expect(order.lines.reduce((sum, line) => sum + line.grossPence, 0)).toBe(34_000)
  })

  it('gives the same cart the same intent, in any order of its videos and any case of its code', async () => {
    const referer = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    const first = await createIntent(shop.deps, wish(student.id, [2, 1], referer.code))
    const second = await createIntent(
      shop.deps,
      wish(student.id, [1, 2, 2], ` ${referer.code.toLowerCase()} `),
    )
    expect(second.intent?.intentId).toBe(first.intent?.intentId)
    expect(await orders(student.id)).toBe(1)
  })

  it('creates one order for ten requests at once', async () => {
    const student = await makeStudent(shop.deps)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => createIntent(shop.deps, wish(student.id, [1]))),
    )
    expect(new Set(answers.map(({ intent }) => intent?.intentId)).size).toBe(1)
    expect(await orders(student.id)).toBe(1)
  })

  it('cancels the earlier intent for another cart', async () => {
    const student = await makeStudent(shop.deps)
    const old = await createIntent(shop.deps, wish(student.id, [1]))
    await createIntent(shop.deps, wish(student.id, [1, 2]))
    expect(await orders(student.id, 'cancelled')).toBe(1)
    expect(await orders(student.id, 'open')).toBe(1)
    const intent = await shop.stripe.paymentIntents.retrieve(old.intent?.intentId ?? '')
    expect(intent.status).toBe('canceled')
  })

  it('fulfils an earlier order that was paid meanwhile and prices the rest again', async () => {
    const student = await makeStudent(shop.deps)
    const old = await shop.order({ student, videoIds: [1] })
    await shop.pay(old.intentId)
    const { order } = await createIntent(shop.deps, wish(student.id, [1, 2]))
    expect(await orders(student.id, 'paid')).toBe(1)
    expect(order.lines.map((line) => line.videoId)).toEqual([2])
  })

  it('refuses while an earlier payment is being processed', async () => {
    const student = await makeStudent(shop.deps)
    const old = await shop.order({ student, videoIds: [1] })
    await shop.stripe.paymentIntents.confirm(old.intentId, {
      payment_method_data: { type: 'klarna' },
      return_url: 'https://shop.example.com',
    })
    shop.sandbox.controls.comeBack(old.intentId, 'leave_pending')
    await expect(createIntent(shop.deps, wish(student.id, [2]))).rejects.toMatchObject({
      code: 'PAYMENT_PROCESSING',
    })
    const again = await createIntent(shop.deps, wish(student.id, [1]))
    expect(again.intent).toMatchObject({ intentId: old.intentId, status: 'processing' })
  })

  it('creates a new order when the earlier one is a day old', async () => {
    const student = await makeStudent(shop.deps)
    const old = await createIntent(shop.deps, wish(student.id, [1]))
    shop.deps.clock.set(addHours(shop.deps.clock.now(), 24).toISOString())
    const fresh = await createIntent(shop.deps, wish(student.id, [1]))
    expect(fresh.order.id).not.toBe(old.order.id)
  })

  it('fulfils an order of £0 at once, without commission and without Stripe', async () => {
    const referer = await makeReferer(shop.deps, { discountBps: 10_000 })
    const student = await makeStudent(shop.deps)
    const { order, intent } = await createIntent(shop.deps, wish(student.id, [1], referer.code))
    expect(intent).toBeNull()
    expect(order).toMatchObject({ status: 'paid', totalPence: 0 })
    expect(await shop.deps.db.document.count({ where: { orderId: order.id } })).toBe(1)
    expect(await shop.deps.db.commission.count({ where: { orderId: order.id } })).toBe(0)
    expect(await shop.deps.db.payment.count({ where: { orderId: order.id } })).toBe(0)
  })

  it('gives the discount for completing a collection once', async () => {
    const buyer = await makeBuyer(shop, [1, 2, 3, 4, 5, 6])
    const last = await createIntent(shop.deps, wish(buyer.id, [7]))
    expect(last.order).toMatchObject({ collectionDiscount: 'completion', totalPence: 0, isBundle: false })

    // A year later all have expired but one that was bought again: completing it gives no second discount.
    shop.deps.clock.set('2027-11-22T10:00:00.000Z')
    const again = await shop.order({ student: buyer, videoIds: [1, 2, 3, 4, 5, 6] })
    await shop.pay(again.intentId)
    await syncPayment(shop.deps, again.intentId)
    const second = await createIntent(shop.deps, wish(buyer.id, [7]))
    expect(second.order).toMatchObject({ collectionDiscount: 'none', totalPence: 4_000 })
  })
})

describe('two tabs with different carts', () => {
  const openIntents = async (studentId: string) => {
    const all = await shop.stripe.paymentIntents.list({ limit: 100 })
    const ids = (await shop.deps.db.order.findMany({ where: { studentId } })).map(({ id }) => id)
    return all.data.filter(
      ({ metadata, status }) => ids.includes(metadata.orderId ?? '') && status !== 'canceled',
    )
  }

  it('leave no intent open whose order ended while it was created', async () => {
    const student = await makeStudent(shop.deps)
    let hasOtherTab = false
    const { payments } = shop.deps
    const slow = {
      ...payments,
      async createIntent(request: Parameters<typeof payments.createIntent>[0]) {
        const intent = await payments.createIntent(request)
        if (!hasOtherTab) {
          hasOtherTab = true
          await createIntent(shop.deps, wish(student.id, [2]))
        }
        return intent
      },
    }
    const first = await createIntent({ ...shop.deps, payments: slow }, wish(student.id, [1]))
    const open = await openIntents(student.id)
    expect(open.map(({ id }) => id)).toEqual([first.intent?.intentId])
    const rows = await shop.deps.db.payment.findMany({ where: { order: { studentId: student.id } } })
    expect(rows.filter(({ status }) => status === 'open').map(({ intentId }) => intentId)).toEqual([
      first.intent?.intentId,
    ])
  })

  it('cancel an intent that was recorded after the order was read', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId } = await shop.order({ student, videoIds: [1] })
    expect(await cancelOrder(shop.deps, { id: orderId, payment: null }, 'expired')).toBe('cancelled')
    expect(await openIntents(student.id)).toEqual([])
    expect(await orders(student.id, 'cancelled')).toBe(1)
  })
})

describe('refusals, with nothing stored', () => {
  it.each([
    ['a video that is not for sale', [1, 99], null, 'VIDEO_NOT_FOR_SALE'],
    ['an unknown code', [1], 'NOSUCHCODE', 'INVALID_REFERRAL_CODE'],
  ] as const)('%s', async (_name, videoIds, code, error) => {
    const student = await makeStudent(shop.deps)
    await expect(createIntent(shop.deps, wish(student.id, [...videoIds], code))).rejects.toMatchObject({
      code: error,
    })
    expect(await orders(student.id)).toBe(0)
  })

  it('a code of an ended referer, with the same error', async () => {
    const referer = await makeReferer(shop.deps, { endedAt: shop.deps.clock.now() })
    const student = await makeStudent(shop.deps)
    await expect(createIntent(shop.deps, wish(student.id, [1], referer.code))).rejects.toMatchObject({
      code: 'INVALID_REFERRAL_CODE',
    })
  })

  it('videos that are owned already', async () => {
    const buyer = await makeBuyer(shop, [1, 2])
    await expect(createIntent(shop.deps, wish(buyer.id, [1, 2]))).rejects.toMatchObject({
      code: 'ALREADY_OWNED',
    })
    expect(await orders(buyer.id)).toBe(1)
  })

  it('a total from 1p to 29p, which a card cannot be charged', async () => {
    await shop.deps.db.video.update({ where: { id: 5 }, data: { pricePence: 120 } })
    const referer = await makeReferer(shop.deps, { discountBps: 8_300 })
    const student = await makeStudent(shop.deps)
    await expect(createIntent(shop.deps, wish(student.id, [5], referer.code))).rejects.toMatchObject({
      code: 'ORDER_TOO_SMALL',
    })
    expect(await orders(student.id)).toBe(0)
    await shop.deps.db.video.update({ where: { id: 5 }, data: { pricePence: 4_000 } })
  })
})
