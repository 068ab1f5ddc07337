import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProgress, loadDashboard } from '#server/features/playback/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('a dashboard lists a limited number of purchases, the newest ones', async () => {
  const { db, clock } = shop.deps
  const student = await makeStudent(shop.deps)
  const admin = await makeAdmin(shop.deps)
  const now = clock.now()
  await db.entitlement.createMany({
    data: Array.from({ length: 503 }, (_, index) => ({
      id: newId(now),
      studentId: student.id,
      videoId: 1,
      isBundle: false,
      grantedById: admin.id,
      grantReason: 'for the test',
      startsAt: new Date(now.getTime() - index * 1_000),
      expiresAt: new Date(now.getTime() + 1_000),
    })),
  })
  const { token, sessionId } = await makeSession(shop.deps, { studentId: student.id })
  const { session, rows } = (await loadDashboard(shop.deps, token)) ?? {}
  expect(session).toEqual({ sessionId, studentId: student.id })
  expect(rows?.entitlements).toHaveLength(500)
  expect(rows?.entitlements[0]?.startsAt).toEqual(now)
  expect(rows?.user.id).toBe(student.id)
})

it('progress is sorted by video, alone and in the dashboard', async () => {
  const { db, clock } = shop.deps
  const student = await makeStudent(shop.deps)
  const at = clock.now()
  await db.progress.createMany({
    data: [3, 1, 2].map((videoId) => ({
      studentId: student.id,
      videoId,
      percent: 10 * videoId,
      positionSeconds: 0,
      completed: false,
      sequence: 0,
      startedAt: at,
      updatedAt: at,
    })),
  })
  const progress = await listProgress(shop.deps, student.id)
  expect(progress.map(({ videoId }) => videoId)).toEqual([1, 2, 3])
  const { token } = await makeSession(shop.deps, { studentId: student.id })
  expect((await loadDashboard(shop.deps, token))?.rows.progress).toEqual(progress)
})
