import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { acquireLease } from '#server/features/campaigns/campaign-lease.ts'
import { nextRound, type Round } from '#server/features/campaigns/next-round.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { addresses, startTestCampaign } from './campaign.ts'

const RATE = 20
/** A tenth of a second of the rate. */
const WIDTH = 2
const SECOND_MS = 1_000

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: String(RATE), MAIL_CONCURRENCY: '10' } })
})
afterAll(() => deps.close())
beforeEach(() => {
  // Reserved times of an earlier test are over.
  deps.clock.advance(10 * 60 * SECOND_MS)
})

async function take(count: number): Promise<string> {
  const campaignId = await startTestCampaign(deps, addresses(count))
  await acquireLease(deps, { campaignId, runnerId: campaignId })
  return campaignId
}

const round = (campaignId: string, isTurn = false): Promise<Round> =>
  nextRound(deps, { campaignId, runnerId: campaignId, results: [], want: WIDTH, cursor: '', isTurn })

/** The results of many lanes of some campaigns that claim at once, in their order. */
async function askAtOnce(campaignIds: string[], lanes: number) {
  const asked = campaignIds.flatMap((id) => Array.from({ length: lanes }, () => id))
  const rounds = await Promise.all(asked.map(async (id) => ({ id, ...(await round(id)) })))
  return rounds.toSorted((a, b) => Number(a.turnAt ?? 0) - Number(b.turnAt ?? 0))
}

describe('the rate of all campaigns', () => {
  it('lets one of two campaigns send at a time, and reserves a later time for the other', async () => {
    const now = deps.clock.now().getTime()
    const [first, ...later] = await askAtOnce([await take(30), await take(30)], 5)
    expect(first).toMatchObject({ turnAt: null, claimed: { length: WIDTH } })
    expect(later.flatMap(({ claimed }) => claimed)).toEqual([])
    expect(later.map(({ turnAt }) => Number(turnAt) - now)).toEqual(
      later.map((_, index) => (index + 1) * 100),
    )
  })

  it('never claims more than the rate in any second, however often it is called', async () => {
    const campaignIds = [await take(60), await take(60)]
    const start = deps.clock.now().getTime()
    const claimedAt: number[] = []
    let turns: { id: string; at: number }[] = []
    for (let elapsed = 0; elapsed <= 3 * SECOND_MS; elapsed += 50) {
      deps.clock.set(new Date(start + elapsed).toISOString())
      const due = turns.filter(({ at }) => at <= start + elapsed)
      turns = turns.filter(({ at }) => at > start + elapsed)
      const free = campaignIds.filter((id) => !turns.some((turn) => turn.id === id))
      for (const { id } of due) for (const _ of (await round(id, true)).claimed) claimedAt.push(elapsed)
      for (const { id, claimed, turnAt } of await askAtOnce(free, 3)) {
        for (const _ of claimed) claimedAt.push(elapsed)
        if (turnAt) turns.push({ id, at: turnAt.getTime() })
      }
    }
    const inSecondFrom = (from: number) =>
      claimedAt.filter((at) => at >= from && at < from + SECOND_MS).length
    expect(Math.max(...claimedAt.map(inSecondFrom))).toBe(RATE)
    expect(claimedAt.length).toBeGreaterThanOrEqual(3 * RATE)
  })

  it('reserves no time twice and saves none up after a minute without mail', async () => {
    const campaignIds = [await take(30), await take(30)]
    await askAtOnce(campaignIds, 1)
    deps.clock.advance(60 * SECOND_MS)
    const rounds = await askAtOnce(campaignIds, 5)
    expect(rounds.filter(({ claimed }) => claimed.length > 0)).toHaveLength(1)
  })

  it('reserves no time when no recipient is due', async () => {
    const [empty, full] = [await take(2), await take(2)]
    expect((await round(empty)).claimed).toHaveLength(2)
    for (let times = 0; times < 5; times++) expect((await round(empty)).turnAt).toBeNull()
    expect(Number((await round(full)).turnAt) - deps.clock.now().getTime()).toBe(100)
  })
})

describe('campaigns that start at the same time', () => {
  it('send one mail where the rate is one a second, however many lanes they have', async () => {
    const slow = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: '1', MAIL_CONCURRENCY: '10' } })
    try {
      const campaignIds = [
        await startTestCampaign(slow, addresses(10)),
        await startTestCampaign(slow, addresses(10)),
      ]
      const ending = new AbortController()
      slow.bulkMailer.answer = () => {
        ending.abort()
        return { kind: 'sent' }
      }
      await Promise.all(
        campaignIds.map((campaignId) => sendCampaign(slow, { campaignId, signal: ending.signal })),
      )
      expect(slow.bulkMailer.delivered).toHaveLength(1)
      expect(await slow.db.campaignRecipient.count({ where: { state: 'queued' } })).toBe(19)
    } finally {
      await slow.close()
    }
  })
})
