import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { newId } from '#server/infra/ids.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** A student who gave up so many orders, the first of them half an hour ago. */
async function studentWithOrders(count: number) {
  const { db, clock } = shop.deps
  const student = await makeStudent(shop.deps)
  const { order } = await createIntent(shop.deps, {
    studentId: student.id,
    videoIds: [1],
    referralCode: null,
  })
  await db.order.update({
    where: { id: order.id },
    data: { status: 'cancelled', cancelledAt: clock.now(), createdAt: addMinutes(clock.now(), -30) },
  })
  const {
    lines: _lines,
    payment: _payment,
    student: _student,
    referer: _referer,
    buyer: _buyer,
    ...same
  } = order
  await db.order.createMany({
    data: Array.from({ length: count - 1 }, () => ({
      ...same,
      id: newId(clock.now()),
      status: 'cancelled',
      cancelledAt: clock.now(),
    })),
  })
  return student
}

describe('a student who orders again and again', () => {
  it('may do so sixty times an hour, and then waits until the first is an hour old', async () => {
    const student = await studentWithOrders(59)
    const wish = { studentId: student.id, videoIds: [2], referralCode: null }
    const sixtieth = await createIntent(shop.deps, wish)
    expect(sixtieth.intent?.status).toBe('open')
    expect((await createIntent(shop.deps, wish)).order.id, 'the same basket is no new order').toBe(
      sixtieth.order.id,
    )

    const other = { ...wish, videoIds: [3] }
    await expect(createIntent(shop.deps, other)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      data: { retryAfterSeconds: 30 * 60 },
    })
    shop.deps.clock.advance(30 * 60_000)
    expect((await createIntent(shop.deps, other)).intent?.status).toBe('open')
  })
})
