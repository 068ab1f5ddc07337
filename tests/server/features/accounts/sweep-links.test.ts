import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkRequest, requeueLinkRequests } from '#server/features/accounts/link-requests.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function ask(email: string): Promise<string> {
  await createLinkRequest(deps, { kind: 'resetStudent', email, address: '192.0.2.1' })
  return deps.queue.take('accounts.mailLink')[0]?.requestId ?? ''
}

describe('sweepLinks', () => {
  it('gives out again what was left over, oldest first, and leaves the newest to their own job', async () => {
    const [first, second] = [await ask('one@example.com'), await ask('two@example.com')]
    deps.clock.advance(30_000)
    await ask('three@example.com')
    expect(await requeueLinkRequests(deps)).toBe(2)
    expect(deps.queue.take('accounts.mailLink')).toEqual([{ requestId: first }, { requestId: second }])
  })

  it('removes what nobody waits for any more', async () => {
    deps.clock.advance(61 * 60_000)
    expect(await requeueLinkRequests(deps)).toBe(0)
    expect(await deps.db.linkRequest.count()).toBe(0)
  })
})
