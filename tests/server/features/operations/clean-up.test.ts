import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldChallenges } from '#server/features/admin-auth/challenges.ts'
import { cleanUp } from '#server/features/operations/clean-up.ts'
import { openVideo } from '#server/features/playback/media-grants.ts'
import { newId } from '#server/infra/ids.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

const DAY = 24 * 60 * 60_000

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const daysAgo = (days: number) => new Date(shop.deps.clock.now().getTime() - days * DAY)

describe('the clean-up', () => {
  it('deletes sessions thirty days after they ended, with their media grants', async () => {
    const student = await makeBuyer(shop, [1])
    const open = async (expiresAt: Date) => {
      const { sessionId } = await makeSession(shop.deps, { studentId: student.id })
      await openVideo(shop.deps, { studentId: student.id, sessionId, videoId: 1, playSession: null })
      await shop.deps.db.session.update({ where: { id: sessionId }, data: { expiresAt } })
      return sessionId
    }
    const old = await open(daysAgo(31))
    const recent = await open(daysAgo(29))
    const current = await open(daysAgo(-1))
    const signedOut = await open(daysAgo(-1))
    await shop.deps.db.session.update({ where: { id: signedOut }, data: { revokedAt: daysAgo(31) } })
    await cleanUp(shop.deps, deleteOldChallenges)
    const left = await shop.deps.db.session.findMany({
      where: { studentId: student.id },
      select: { id: true },
    })
    expect(left.map(({ id }) => id).toSorted()).toEqual([recent, current].toSorted())
    expect(await shop.deps.db.mediaGrant.count({ where: { sessionId: old } })).toBe(0)
    expect(await shop.deps.db.mediaGrant.count({ where: { sessionId: current } })).toBe(1)
  })

  it('deletes links and admin codes thirty days after they ended, and counters at once', async () => {
    const { db, clock } = shop.deps
    const student = await makeStudent(shop.deps)
    const admin = await makeAdmin(shop.deps)
    for (const [name, expiresAt] of [
      ['old', daysAgo(31)],
      ['recent', daysAgo(29)],
    ] as const) {
      const base = { createdAt: clock.now(), expiresAt }
      await db.oneTimeToken.create({
        data: {
          id: newId(clock.now()),
          purpose: 'verifyEmail',
          tokenHash: name,
          studentId: student.id,
          email: '',
          ...base,
        },
      })
      await db.adminChallenge.create({
        data: {
          id: newId(clock.now()),
          adminId: admin.id,
          tokenHash: name,
          codeHash: '',
          triesLeft: 5,
          ...base,
        },
      })
    }
    const expire = (ms: number) => BigInt(clock.now().getTime() + ms)
    await db.rateLimit.createMany({
      data: [
        { key: 'over', points: 1, expire: expire(-1) },
        { key: 'counting', points: 1, expire: expire(60_000) },
      ],
    })
    await cleanUp(shop.deps, deleteOldChallenges)
    expect(await db.oneTimeToken.findMany({ select: { tokenHash: true } })).toEqual([{ tokenHash: 'recent' }])
    expect(await db.adminChallenge.findMany({ select: { tokenHash: true } })).toEqual([
      { tokenHash: 'recent' },
    ])
    expect(await db.rateLimit.findMany({ select: { key: true } })).toEqual([{ key: 'counting' }])
  })

  it('deletes Stripe events thirty days after they were handled, but never the last one received', async () => {
    const { db } = shop.deps
    await db.stripeEvent.deleteMany()
    const event = (id: string, days: number, isDone = true) => ({
      id,
      type: 'refund.updated',
      objectId: id,
      intentId: null,
      receivedAt: daysAgo(days),
      processedAt: isDone ? daysAgo(days) : null,
    })
    const ids = async () =>
      (await db.stripeEvent.findMany({ orderBy: { id: 'asc' }, select: { id: true } })).map(({ id }) => id)
    await db.stripeEvent.createMany({ data: [event('a', 32), event('b', 31), event('c', 40, false)] })
    await cleanUp(shop.deps, deleteOldChallenges)
    expect(await ids()).toEqual(['b', 'c'])
    await db.stripeEvent.create({ data: event('d', 29) })
    await cleanUp(shop.deps, deleteOldChallenges)
    expect(await ids()).toEqual(['c', 'd'])
  })

  it('changes nothing when it runs again, or twice at the same time', async () => {
    const before = await shop.deps.db.session.count()
    await Promise.all([cleanUp(shop.deps, deleteOldChallenges), cleanUp(shop.deps, deleteOldChallenges)])
    expect(await shop.deps.db.session.count()).toBe(before)
  })

  it('never deletes purchases and watch progress', async () => {
    const student = await makeBuyer(shop, [2])
    shop.deps.clock.advance(400 * DAY)
    await cleanUp(shop.deps, deleteOldChallenges)
    const { db } = shop.deps
    expect(await db.entitlement.count({ where: { studentId: student.id } })).toBe(1)
    expect(await db.order.count({ where: { studentId: student.id } })).toBe(1)
    expect(await db.document.count({ where: { studentId: student.id } })).toBe(1)
  })
})
