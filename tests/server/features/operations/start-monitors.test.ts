import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startMonitors } from '#server/features/operations/monitors.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
  await makeAdmin(deps)
})
afterAll(() => deps.close())

/** A timer that a test fires by hand. */
function turns() {
  let work: () => Promise<void> = async () => {}
  let isStopped = false
  return {
    repeat(next: () => Promise<void>) {
      work = next
      return {
        async stop() {
          isStopped = true
        },
      }
    },
    turn: () => work(),
    isStopped: () => isStopped,
  }
}

describe('the monitors of a web process', () => {
  it('report a stopped queue without the queue', async () => {
    const timer = turns()
    const watch = startMonitors(deps, timer.repeat)
    deps.queue.setUnavailable(true)
    await timer.turn()
    deps.clock.advance(10 * 60_000)
    await timer.turn()
    expect(deps.mailer.sent).toEqual([])
    deps.clock.advance(5 * 60_000)
    await timer.turn()
    expect(deps.mailer.sent.map(({ subject }) => subject)).toEqual(['The job queue has stopped'])
    await watch.stop()
    expect(timer.isStopped()).toBe(true)
  })

  it('continue while the database is unavailable, and log it', async () => {
    const away = openDatabase('postgresql://nobody@127.0.0.1:1/none')
    const timer = turns()
    startMonitors({ ...deps, db: away.prisma }, timer.repeat)
    await timer.turn()
    await away.close()
    const line = deps.logged.find((text) => text.includes('could not be watched'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error' })
  })
})
