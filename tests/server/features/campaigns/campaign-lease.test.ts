import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { requeueCampaigns } from '#server/features/campaigns/campaign-lease.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { startTestCampaign, statesOf } from './campaign.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.campaignRecipient.deleteMany()
  await deps.db.campaign.deleteMany()
})

const inMs = (milliseconds: number) => new Date(deps.clock.now().getTime() + milliseconds)

/** A campaign with one recipient in this state, whose job was lost. */
async function makeCampaign(
  campaign: Prisma.CampaignUpdateInput = {},
  recipient: Prisma.CampaignRecipientUpdateManyMutationInput = {},
) {
  const id = await startTestCampaign(deps, ['a@example.com'])
  await deps.db.campaign.update({ where: { id }, data: campaign })
  await deps.db.campaignRecipient.updateMany({ where: { campaignId: id }, data: recipient })
  deps.queue.take('campaigns.send')
  return id
}

async function swept(): Promise<string[]> {
  await requeueCampaigns(deps)
  return deps.queue.take('campaigns.send').map(({ campaignId }) => campaignId)
}

describe('requeueCampaigns', () => {
  it.each([
    ['whose job was lost', {}, {}],
    ['whose worker died', { runnerId: 'dead', runnerUntil: new Date(0) }, { state: 'sending' }],
    ['where the wait is over', {}, { nextAttemptAt: new Date(0) }],
    ['that only has to be closed', {}, { state: 'sent' }],
  ] as const)('gives out one %s', async (_name, campaign, recipient) => {
    const id = await makeCampaign(campaign, recipient)
    expect(await swept()).toEqual([id])
  })

  it('does not enqueue other campaigns', async () => {
    await makeCampaign({ runnerId: 'alive', runnerUntil: inMs(1) })
    await makeCampaign({}, { nextAttemptAt: inMs(1) })
    await makeCampaign({ status: 'paused' })
    await makeCampaign({ status: 'cancelled' })
    await makeCampaign({ status: 'done' }, { state: 'sent' })
    expect(await swept()).toEqual([])
  })

  it('marks mail of a dead worker in a paused campaign as unknown', async () => {
    const dead = { status: 'paused', runnerId: 'dead', runnerUntil: inMs(0) } as const
    const id = await makeCampaign(dead, { state: 'sending' })
    const alive = await makeCampaign({ ...dead, runnerUntil: inMs(1) }, { state: 'sending' })
    expect(await swept()).toEqual([])
    expect(await statesOf(deps, id)).toEqual({ 'a@example.com': 'unknown' })
    expect(await statesOf(deps, alive)).toEqual({ 'a@example.com': 'sending' })
  })
})
