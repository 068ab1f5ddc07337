import { afterAll, beforeAll, expect, it } from 'vitest'
import { leaveVideo, openVideo } from '#server/features/playback/media-grants.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('ends the stream of this player and no other', async () => {
  const student = await makeBuyer(shop, [1, 2])
  const { sessionId } = await makeSession(shop.deps, { studentId: student.id })
  for (const videoId of [1, 2]) {
    await openVideo(shop.deps, {
      studentId: student.id,
      sessionId,
      videoId,
      playSession: `player ${videoId}`,
    })
  }
  await leaveVideo(shop.deps, { sessionId: 'another session', playSession: 'player 1' })
  await leaveVideo(shop.deps, { sessionId, playSession: 'player 1' })
  const grants = await shop.deps.db.mediaGrant.findMany({ orderBy: { playSession: 'asc' } })
  expect(grants.map(({ playSession, leftAt }) => [playSession, leftAt])).toEqual([
    ['player 1', shop.deps.clock.now()],
    ['player 2', null],
  ])
})
