import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askForLink } from '#server/features/accounts/ask-for-link.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const ADDRESS = '192.0.2.1'

describe('askForLink', () => {
  it('leaves a sealed request to a worker and writes no mail itself', async () => {
    const student = await makeStudent(deps)
    await askForLink(deps, { address: ADDRESS, kind: 'resetStudent', email: student.email })
    const jobs = deps.queue.take('accounts.mailLink')
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs)).not.toContain(student.email)
    expect(Buffer.from(jobs[0]?.sealed ?? '', 'base64url').toString('latin1')).not.toContain(student.email)
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

  it('does not pretend when the queue is away', async () => {
    deps.queue.setAway(true)
    const asking = askForLink(deps, { address: ADDRESS, kind: 'verifyEmail', email: 'away@example.com' })
    await expect(asking).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    deps.queue.setAway(false)
  })
})
