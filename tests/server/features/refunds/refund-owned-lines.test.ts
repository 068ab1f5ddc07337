import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { newId } from '#server/infra/ids.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { chargeOf, readOrder } from './refunded-order.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

async function grant(student: MadeStudent, videoId: number, expiresAt = '2027-01-01T00:00:00.000Z') {
  await shop.deps.db.entitlement.create({
    data: {
      id: newId(shop.deps.clock.now()),
      studentId: student.id,
      videoId,
      isBundle: false,
      grantedById: admin.id,
      grantReason: 'A prize',
      startsAt: new Date('2026-11-01T00:00:00.000Z'),
      expiresAt: new Date(expiresAt),
    },
  })
}

async function owned(studentId: string): Promise<number[]> {
  const rows = await shop.deps.db.entitlement.findMany({
    where: { studentId, revokedAt: null, expiresAt: { gt: shop.deps.clock.now() } },
    orderBy: { videoId: 'asc' },
  })
  return rows.map(({ videoId }) => videoId)
}

describe('videos that the student gets in another way before the payment', () => {
  it('are refunded alone, once, and stay available in the other way', async () => {
    const referer = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2, 7], code: referer.code })
    await grant(student, 2)
    await shop.pay(intentId)
    await Promise.all(Array.from({ length: 8 }, () => syncPayment(shop.deps, intentId)))

    const line = await shop.deps.db.orderLine.findFirstOrThrow({ where: { orderId, videoId: 2 } })
    expect((await chargeOf(shop, intentId)).amount_refunded).toBe(line.grossPence)
    const books = await readOrder(shop, orderId)
    expect(books.openVideoIds).toEqual([1, 7])
    expect(await owned(student.id)).toEqual([1, 2, 7])
    expect(books.documents[1]).toMatchObject({ grossPence: -line.grossPence, vatPence: -line.vatPence })
    expect(books.entries.map(({ kind }) => kind)).toEqual(['earned', 'reversed'])
    expect(books.mails.map(({ props }) => props)).toMatchObject([
      { reason: 'already-owned', hasAccessEnded: false, totalPence: line.grossPence },
    ])
  })

  it('are refunded in full when they are the whole order', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [3, 4] })
    await grant(student, 3)
    await grant(student, 4)
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    const books = await readOrder(shop, orderId)
    expect(books.openVideoIds).toEqual([])
    expect(books.net).toEqual({ grossPence: 0, vatPence: 0 })
    expect(await owned(student.id)).toEqual([3, 4])
  })

  it('are not refunded when the other entitlement has expired by then', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [5] })
    await grant(student, 5, '2026-11-20T00:00:00.000Z')
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    expect((await readOrder(shop, orderId)).kinds).toEqual(['invoice'])
  })

  it('are refunded even when the process dies between fulfilment and the refund, and no event comes', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [5, 6] })
    await grant(student, 6)
    await shop.pay(intentId)
    const dead = {
      ...shop.deps,
      payments: { ...shop.deps.payments, refund: () => Promise.reject(new Error('Killed')) },
    }
    await syncPayment(dead, intentId)
    expect((await readOrder(shop, orderId)).kinds).toEqual(['invoice'])
    shop.deps.clock.advance(5 * 60_000)
    await reconcilePayments(shop.deps)
    const books = await readOrder(shop, orderId)
    expect(books.kinds).toEqual(['invoice', 'creditNote'])
    expect(books.openVideoIds).toEqual([5])
  })

  it('are found when the process died before it recorded the intent', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2] })
    await shop.deps.db.payment.delete({ where: { orderId } })
    await grant(student, 1)
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    expect((await readOrder(shop, orderId)).openVideoIds).toEqual([2])
  })
})
