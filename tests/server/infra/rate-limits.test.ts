import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimits } from '#server/infra/rate-limits.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.rateLimit.deleteMany()
})

const attempts = (count: number, key: string) =>
  Promise.all(Array.from({ length: count }, () => deps.limits.tryConsume('signInAccount', key)))

describe('a limit', () => {
  it('lets its number through and not one more, all at the same moment', async () => {
    const answers = await attempts(30, 'ann@example.com')
    expect(answers.filter(Boolean)).toHaveLength(10)
  })

  it('counts each key and each name by itself', async () => {
    await attempts(10, 'ann@example.com')
    expect(await deps.limits.tryConsume('signInAccount', 'ann@example.com')).toBe(false)
    expect(await deps.limits.tryConsume('signInAccount', 'bob@example.com')).toBe(true)
    expect(await deps.limits.tryConsume('signInAddress', 'ann@example.com')).toBe(true)
  })

  it('is kept in the database: another process counts on, and a restart forgets nothing', async () => {
    await attempts(10, 'ann@example.com')
    expect(await createRateLimits(deps.pool).tryConsume('signInAccount', 'ann@example.com')).toBe(false)
  })

  it('says how long to wait', async () => {
    await attempts(10, 'ann@example.com')
    const refusal = await deps.limits
      .consume('signInAccount', 'ann@example.com')
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'RATE_LIMITED' })
    const { retryAfterSeconds } = (refusal as { data: { retryAfterSeconds: number } }).data
    expect(retryAfterSeconds).toBeGreaterThan(0)
    expect(retryAfterSeconds).toBeLessThanOrEqual(15 * 60)
  })

  it('is forgotten after a right answer', async () => {
    await attempts(10, 'ann@example.com')
    await deps.limits.reset('signInAccount', 'ann@example.com')
    expect(await deps.limits.tryConsume('signInAccount', 'ann@example.com')).toBe(true)
  })

  it('begins again when its time is over', async () => {
    await attempts(10, 'ann@example.com')
    await deps.db.rateLimit.updateMany({ data: { expire: 1 } })
    expect(await deps.limits.tryConsume('signInAccount', 'ann@example.com')).toBe(true)
  })

  it('takes a key of any length, and odd characters', async () => {
    for (const key of ['x'.repeat(5_000), "'; drop table rate_limit; --", '::1', 'ä@ö.example']) {
      expect(await deps.limits.tryConsume('signInAccount', key)).toBe(true)
    }
  })

  it('refuses all calls while the database is unavailable', async () => {
    const offline = createRateLimits(deps.pool)
    const query = vi.spyOn(deps.pool, 'query').mockImplementation(() => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    })
    await expect(offline.consume('signInAccount', 'ann@example.com')).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    })
    await expect(offline.tryConsume('signInAccount', 'ann@example.com')).rejects.toThrow()
    query.mockRestore()
  })
})

it.each([
  ['signInAccount', 10],
  ['signInAddress', 50],
  ['referralCode', 60],
  ['registration', 50],
  ['adminCode', 10],
  ['linkMail', 3],
  ['linkMailAccount', 6],
  ['emailChange', 5],
] as const)('%s allows %i', async (name, count) => {
  const answers = await Promise.all(
    Array.from({ length: count + 5 }, () => deps.limits.tryConsume(name, 'k')),
  )
  expect(answers.filter(Boolean)).toHaveLength(count)
})
