import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settlePayment } from '#server/features/orders/settle-payment.ts'
import { ordersOutput } from '#shared/schemas/orders.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeOf } from './returned-order.ts'

let test: TestApp
let paid: { orderId: string; intentId: string }
beforeAll(async () => {
  test = await createTestApp()
  const { shop, people } = test
  paid = await shop.order({ student: people.student, videoIds: [1, 7] })
  await shop.pay(paid.intentId)
  await settlePayment(shop.deps, paid.intentId)
  shop.sandbox.controls.refund((await chargeOf(shop, paid.intentId)).id, 4_000)
  await settlePayment(shop.deps, paid.intentId)
})
afterAll(() => test.close())

async function listOrders(as: 'student' | 'otherStudent' | 'anonymous') {
  return test.call({ as, path: 'checkout.orders', type: 'query' })
}

const listed = z.object({ result: z.object({ data: z.object({ json: ordersOutput }) }) })

async function papersOf(as: 'student' | 'otherStudent') {
  return listed.parse((await listOrders(as)).json()).result.data.json
}

describe('a student’s orders', () => {
  it('come with their papers, which sum to what the order cost after all', async () => {
    const orders = await papersOf('student')
    expect(orders).toMatchObject([
      {
        id: paid.orderId,
        total: '100.00',
        refunded: '40.00',
        isBundle: false,
        films: [{ videoId: 1 }, { videoId: 7 }],
        papers: [
          { kind: 'invoice', number: 'INV-000001', total: '100.00', date: '2026-11-21T10:00:00.000Z' },
          { kind: 'creditNote', number: 'CN-000001', total: '-40.00' },
        ],
      },
    ])
  })

  it('are nobody else’s', async () => {
    expect(await papersOf('otherStudent')).toEqual([])
    expect((await listOrders('anonymous')).statusCode).toBe(401)
  })

  it('leave out what was never paid', async () => {
    await test.shop.order({ student: test.people.otherStudent, videoIds: [2] })
    expect(await papersOf('otherStudent')).toEqual([])
  })
})

describe('a paper over REST', () => {
  const download = (as: 'student' | 'otherStudent' | 'anonymous', userId: string, documentId: string) =>
    test.send({ as, url: `/api/users/${userId}/documents/${documentId}` })

  it('is a PDF to keep, and in no cache', async () => {
    const [order] = await papersOf('student')
    for (const { id, number } of order?.papers ?? []) {
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

  it('of another student is as unknown as one that does not exist', async () => {
    const [order] = await papersOf('student')
    const id = order?.papers[0]?.id ?? ''
    const { student, otherStudent } = test.people
    const strange = await download('otherStudent', otherStudent.id, id)
    const unknown = await download('otherStudent', otherStudent.id, 'none')
    expect([strange.statusCode, unknown.statusCode]).toEqual([404, 404])
    expect(strange.json()).toEqual(unknown.json())
    expect((await download('otherStudent', student.id, id)).statusCode).toBe(403)
    expect((await download('anonymous', student.id, id)).statusCode).toBe(401)
  })
})
