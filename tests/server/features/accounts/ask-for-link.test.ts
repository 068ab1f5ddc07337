import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForLink } from '#server/features/accounts/ask-for-link.ts'
import { sweepLinks } from '#server/features/accounts/sweep-links.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const ADDRESS = '192.0.2.1'

describe('askForLink', () => {
  it('writes a sealed request for a worker, names it to the queue, and writes no mail itself', async () => {
    const student = await makeStudent(deps)
    await askForLink(deps, { address: ADDRESS, kind: 'resetStudent', email: student.email })
    const jobs = deps.queue.take('accounts.mailLink')
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs)).not.toContain(student.email)
    const row = await deps.db.linkRequest.findUniqueOrThrow({ where: { id: jobs[0]?.requestId ?? '' } })
    expect(Buffer.from(row.requestSealed).toString('latin1')).not.toContain(student.email)
    expect(await deps.db.outboxMessage.count()).toBe(0)
  })

  it('asks three times without waiting for one account, whatever the case, and then no more', async () => {
    for (const email of ['FIVE@example.com', ' five@example.com']) {
      await askForLink(deps, { address: ADDRESS, kind: 'verifyEmail', email })
    }
    await askForLink(deps, { address: ADDRESS, kind: 'resetStudent', email: 'five@example.com' })
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(3)
    await askForLink(deps, { address: ADDRESS, kind: 'resetStudent', email: 'five@example.com' })
    await askForLink(deps, { address: ADDRESS, kind: 'verifyEmail', email: 'five@example.com' })
    expect(deps.queue.take('accounts.mailLink')).toEqual([])
    await askForLink(deps, { address: ADDRESS, kind: 'resetReferer', email: 'five@example.com' })
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(1)
  })

  it('asks for as many accounts as a school has, and then for no more from the same place', async () => {
    const ask = (address: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          askForLink(deps, { address, kind: 'resetStudent', email: `made-up-${address}-${at}@example.com` }),
        ),
      )
    await ask('192.0.2.66', 103)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(100)
    await ask('192.0.2.67', 1)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(1)
  })

  it('loses nothing while the queue is away: the sweep finds the request', async () => {
    deps.queue.setAway(true)
    await askForLink(deps, { address: ADDRESS, kind: 'verifyEmail', email: 'away@example.com' })
    deps.queue.setAway(false)
    const newest = await deps.db.linkRequest.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
    deps.clock.advance(30_000)
    await sweepLinks(deps)
    expect(deps.queue.take('accounts.mailLink')).toContainEqual({ requestId: newest?.id })
  })
})
