import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockRefererWithPassword } from '#server/features/referers/referers.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('lockRefererWithPassword', () => {
  it('is true while the password is current and the referer active', async () => {
    const { id: refererId } = await makeReferer(deps, { passwordHash: 'h1' })
    const { id: endedId } = await makeReferer(deps, { passwordHash: 'h1', endedAt: deps.clock.now() })
    const lock = (input: { refererId: string; passwordHash: string }) =>
      deps.db.$transaction((tx) => lockRefererWithPassword(tx, input))
    expect(await lock({ refererId, passwordHash: 'h1' })).toBe(true)
    expect(await lock({ refererId, passwordHash: 'h2' })).toBe(false)
    expect(await lock({ refererId: endedId, passwordHash: 'h1' })).toBe(false)
  })

  it('waits for a simultaneous change, and then reads it', async () => {
    const { id: refererId } = await makeReferer(deps, { passwordHash: 'h1' })
    let answer: Promise<boolean> | undefined
    await deps.db.$transaction(async (tx) => {
      await tx.referer.update({ where: { id: refererId }, data: { passwordHash: 'h2' } })
      answer = deps.db.$transaction((other) =>
        lockRefererWithPassword(other, { refererId, passwordHash: 'h1' }),
      )
      // Only a connection that waits for this row proves the lock.
      await expect
        .poll(async () =>
          deps.pool.query(`select 1 from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock' and query like '%for no key update%'`),
        )
        .toMatchObject({ rowCount: 1 })
    })
    expect(await answer).toBe(false)
  })
})
