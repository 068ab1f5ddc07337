import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { confirmPayment } from '#server/features/checkout/confirm-payment.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { ordersOutput } from '#shared/schemas/orders.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let test: TestApp
let paid: { orderId: string; intentId: string }
beforeAll(async () => {
  test = await createTestApp()
  const { shop, people } = test
  paid = await shop.order({ student: people.student, videoIds: [1, 7] })
  await shop.pay(paid.intentId)
  await syncPayment(shop.deps, paid.intentId)
  shop.sandbox.controls.refund((await chargeOf(shop, paid.intentId)).id, 4_000)
  await syncPayment(shop.deps, paid.intentId)
})
afterAll(() => test.close())

async function listOrders(as: 'student' | 'otherStudent' | 'anonymous') {
  return test.call({ as, path: 'checkout.orders', type: 'query' })
}

const listed = z.object({ result: z.object({ data: z.object({ json: ordersOutput }) }) })

async function documentsOf(as: 'student' | 'otherStudent') {
  return listed.parse((await listOrders(as)).json()).result.data.json
}

describe('a student’s orders', () => {
  it('have their documents, which sum to the order less its refunds', async () => {
    const orders = await documentsOf('student')
    expect(orders).toMatchObject([
      {
        id: paid.orderId,
        total: '100.00',
        refunded: '40.00',
        isBundle: false,
        videos: [{ videoId: 1 }, { videoId: 7 }],
        documents: [
          { kind: 'invoice', number: 'INV-000001', total: '100.00', date: '2026-11-21T10:00:00.000Z' },
          { kind: 'creditNote', number: 'CN-000001', total: '-40.00' },
        ],
      },
    ])
  })

  it('are not visible to another student', async () => {
    expect(await documentsOf('otherStudent')).toEqual([])
    expect((await listOrders('anonymous')).statusCode).toBe(401)
  })

  it('leave out unpaid orders', async () => {
    await test.shop.order({ student: test.people.otherStudent, videoIds: [2] })
    expect(await documentsOf('otherStudent')).toEqual([])
  })
})

describe('a document over REST', () => {
  const download = (as: 'student' | 'otherStudent' | 'anonymous', userId: string, documentId: string) =>
    test.send({ as, url: `/api/users/${userId}/documents/${documentId}` })

  it('is a PDF to download, and not cached', async () => {
    const [order] = await documentsOf('student')
    for (const { id, number } of order?.documents ?? []) {
      const answer = await download('student', test.people.student.id, id)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${number}.pdf"`,
        'cache-control': 'no-store',
      })
      expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  it('of another student is answered as one that does not exist', async () => {
    const [order] = await documentsOf('student')
    const id = order?.documents[0]?.id ?? ''
    const { student, otherStudent } = test.people
    const strange = await download('otherStudent', otherStudent.id, id)
    const unknown = await download('otherStudent', otherStudent.id, 'none')
    expect([strange.statusCode, unknown.statusCode]).toEqual([404, 404])
    expect(strange.json()).toEqual(unknown.json())
    expect((await download('otherStudent', student.id, id)).statusCode).toBe(403)
    expect((await download('anonymous', student.id, id)).statusCode).toBe(401)
  })
})

describe('a code at the checkout', () => {
  it('that exists uses none of them up, in the cart or here', async () => {
    const referralCode = test.people.referer.code
    const check = (code: string) =>
      test.call({ as: 'anonymous', path: 'cart.validate', type: 'mutation', input: { code } })
    for (let call = 0; call < 65; call++) expect((await check(referralCode)).statusCode).toBe(200)
    for (let guess = 0; guess < 60; guess++) expect((await check(`NONE${guess}`)).statusCode).toBe(400)
    expect((await check('NONE60')).statusCode).toBe(429)
    expect((await check(referralCode)).statusCode, 'no answer to a guesser').toBe(429)
    await test.shop.deps.db.rateLimit.deleteMany()
  })

  it('counts together with the checks of codes, sixty in a quarter of an hour', async () => {
    const ask = (referralCode: string | null) =>
      test.call({
        as: 'otherStudent',
        path: 'checkout.createPaymentIntent',
        type: 'mutation',
        input: { items: { videoIds: [1] }, referralCode },
      })
    const ofPayments = { where: { key: { startsWith: 'payment' } } }
    const guesses = []
    for (let guess = 0; guess < 60; guess++) {
      guesses.push((await ask(`GUESS${guess}`)).statusCode)
      await test.shop.deps.db.rateLimit.deleteMany(ofPayments)
    }
    expect(new Set(guesses)).toEqual(new Set([400]))
    expect((await ask('GUESS60')).statusCode).toBe(429)
    expect((await ask(null)).statusCode, 'without a code nothing is guessed').toBe(200)
  })
})

describe('the outcome of an order', () => {
  it('has the expiry of the first video that was not refunded', async () => {
    const { shop, people } = test
    const closes = (videoId: number) =>
      shop.deps.db.entitlement.findFirstOrThrow({ where: { orderId: paid.orderId, videoId } })
    await shop.deps.db.entitlement.update({
      where: { id: (await closes(1)).id },
      data: { expiresAt: new Date('2027-01-01T00:00:00Z'), revokedAt: shop.deps.clock.now() },
    })
    const answer = await confirmPayment(shop.deps, {
      studentId: people.student.id,
      paymentIntentId: paid.intentId,
    })
    expect(answer.expiresAt).toEqual((await closes(7)).expiresAt)
  })
})
