import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createLinkRequest,
  type LinkRequest,
  requeueLinkRequests,
} from '#server/features/accounts/link-requests.ts'
import { resetLinkMinutes } from '#shared/limits.ts'
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
    await createLinkRequest(deps, { address: ADDRESS, kind: 'resetStudent', email: student.email })
    const jobs = deps.queue.take('accounts.mailLink')
    expect(jobs).toHaveLength(1)
    expect(JSON.stringify(jobs)).not.toContain(student.email)
    const row = await deps.db.linkRequest.findUniqueOrThrow({ where: { id: jobs[0]?.requestId ?? '' } })
    expect(Buffer.from(row.requestSealed).toString('latin1')).not.toContain(student.email)
    expect(await deps.db.outboxMessage.count()).toBe(0)
  })

  const askFrom = async (address: string, kind: LinkRequest['kind'], email: string, times: number) => {
    for (let time = 0; time < times; time++) await createLinkRequest(deps, { address, kind, email })
    return deps.queue.take('accounts.mailLink').length
  }

  it('asks three times for one account from one network address, whatever the case', async () => {
    expect(await askFrom(ADDRESS, 'resetStudent', 'FIVE@example.com', 2)).toBe(2)
    expect(await askFrom(ADDRESS, 'resetStudent', ' five@example.com', 4)).toBe(1)
    expect(await askFrom(ADDRESS, 'resetReferer', 'five@example.com', 4)).toBe(3)
  })

  it('asks for its owner when a stranger elsewhere has asked as often as that may', async () => {
    expect(await askFrom('198.51.100.1', 'resetStudent', 'owner@example.com', 50)).toBe(3)
    expect(await askFrom(ADDRESS, 'resetStudent', 'owner@example.com', 1)).toBe(1)
  })

  it('counts no request for a link that may mail nothing against one for another', async () => {
    for (let network = 0; network < 4; network++)
      await askFrom(`198.51.100.${network}`, 'verifyEmail', 'other-kind@example.com', 3)
    expect(await askFrom(ADDRESS, 'resetStudent', 'other-kind@example.com', 1)).toBe(1)
  })

  it('fills no mailbox from many addresses, and refuses only while a mailed link still works', async () => {
    let asked = 0
    for (let network = 0; network < 20; network++)
      asked += await askFrom(`198.51.100.${network}`, 'resetStudent', 'filled@example.com', 3)
    expect(asked).toBe(6)
    const { expire } = await deps.db.rateLimit.findFirstOrThrow({
      where: { key: { startsWith: 'linkMailAccount' } },
      orderBy: { points: 'desc' },
    })
    expect(Number(expire) - Date.now()).toBeLessThanOrEqual(resetLinkMinutes * 60_000)
  })

  it('asks for as many accounts as a school has, and then for no more from the same place', async () => {
    const ask = (address: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          createLinkRequest(deps, {
            address,
            kind: 'resetStudent',
            email: `made-up-${address}-${at}@example.com`,
          }),
        ),
      )
    await ask('192.0.2.66', 103)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(100)
    await ask('192.0.2.67', 1)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(1)
  })

  it('loses nothing while the queue is away: the sweep finds the request', async () => {
    deps.queue.setAway(true)
    await createLinkRequest(deps, { address: ADDRESS, kind: 'verifyEmail', email: 'away@example.com' })
    deps.queue.setAway(false)
    const newest = await deps.db.linkRequest.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
    deps.clock.advance(30_000)
    await requeueLinkRequests(deps)
    expect(deps.queue.take('accounts.mailLink')).toContainEqual({ requestId: newest?.id })
  })
})
