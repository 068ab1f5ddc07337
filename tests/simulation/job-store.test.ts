import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startJobStore } from './job-store.ts'

let store: Awaited<ReturnType<typeof startJobStore>>
let redis: Redis
beforeAll(async () => {
  store = await startJobStore()
  redis = new Redis(store.url)
})
afterAll(async () => {
  redis.disconnect()
  await store.close()
})

/** Both would run out by Redis's own clock, which does not leap. */
const KEYS = ['bull:shop-mail:40:lock', 'bull:shop-mail:stalled-check']

it('lets a leap end the locks of killed workers, and their jobs be looked for at once: seed 6201', async () => {
  for (const key of KEYS) await redis.set(key, 'a worker that is gone', 'PX', 30_000)
  await store.expireLocks(10_000)
  expect(await redis.exists(...KEYS)).toBe(2)
  await store.expireLocks(60_000)
  expect(await redis.exists(...KEYS)).toBe(0)
})
