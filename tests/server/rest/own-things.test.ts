import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let shop: TestApp
let order: { orderId: string; intentId: string }
beforeAll(async () => {
  shop = await createTestApp()
  order = await shop.shop.order({ student: shop.people.student, videoIds: [1] })
})
afterAll(() => shop.close())

describe('another student’s order', () => {
  const asks = [
    ['checkout.orderStatus', 'query', () => ({ orderId: order.orderId }), () => ({ orderId: 'made-up' })],
    [
      'checkout.confirmPayment',
      'mutation',
      () => ({ paymentIntentId: order.intentId }),
      () => ({ paymentIntentId: 'pi_made_up' }),
    ],
    [
      'checkout.recordDetails',
      'mutation',
      () => ({ orderId: order.orderId, consent }),
      () => ({ orderId: 'made-up', consent }),
    ],
  ] as const
  const consent = { immediateAccess: true, wordingVersion: '2026-11' }

  it.each(asks)('%s answers as if it did not exist', async (path, type, theirs, madeUp) => {
    const asked = await shop.call({ as: 'otherStudent', path, type, input: theirs() })
    const unknown = await shop.call({ as: 'otherStudent', path, type, input: madeUp() })
    expect(asked.statusCode).toBe(404)
    expect(asked.body).toBe(unknown.body)
  })

  it('is not shown over REST either', async () => {
    const url = '/api/payment/success'
    const body = { paymentIntentId: order.intentId }
    const theirs = await shop.send({ as: 'otherStudent', method: 'POST', url, body })
    expect(theirs.statusCode).toBe(404)
    expect(theirs.body).not.toContain(order.orderId)
    const own = await shop.send({ as: 'student', method: 'POST', url, body })
    expect(own.json()).toMatchObject({ orderId: order.orderId })
  })
})

describe('another referer’s money', () => {
  it.each(['referrals', 'payouts'])('%s are refused by id, with 403', async (what) => {
    const other = await makeReferer(shop.shop.deps)
    const answer = await shop.send({ as: 'referer', url: `/api/clubs/${what}/${other.id}` })
    expect(answer.statusCode).toBe(403)
    const own = await shop.send({ as: 'referer', url: `/api/clubs/${what}/${shop.people.referer.id}` })
    expect(own.statusCode).toBe(200)
  })
})

describe('the path', () => {
  it('wins over an id of the same name in the body', async () => {
    const url = `/api/users/${shop.people.student.id}/progress`
    const body = { userId: shop.people.otherStudent.id, videoId: 1, progress: 50 }
    const answer = await shop.send({ as: 'otherStudent', method: 'POST', url, body })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ message: 'You can only view your own dashboard.' })
    expect(await shop.shop.deps.db.progress.count()).toBe(0)
  })
})
