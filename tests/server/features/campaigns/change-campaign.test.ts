import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  retryRecipients,
} from '#server/features/campaigns/change-campaign.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { addresses, startTestCampaign, statesOf } from './campaign.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: '100000' } })
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

const statusOf = async (id: string) =>
  (await deps.db.campaign.findUniqueOrThrow({ where: { id }, select: { status: true } })).status

const actionsOn = async (subjectId: string) =>
  (await deps.db.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )

describe('a campaign', () => {
  it('that is paused is not sent, and resumes where it stopped', async () => {
    const id = await startTestCampaign(deps, addresses(4))
    const input = { id, adminId }
    await pauseCampaign(deps, input)
    await sendCampaign(deps, { campaignId: id })
    expect(deps.bulkMailer.delivered).toEqual([])
    await expect(pauseCampaign(deps, input)).rejects.toMatchObject({ code: 'CONFLICT' })

    const later = new Date(deps.clock.now().getTime() + 60_000)
    await deps.db.campaignRecipient.updateMany({ where: { campaignId: id }, data: { nextAttemptAt: later } })
    deps.queue.take('campaigns.send')
    await resumeCampaign(deps, input)
    expect(deps.queue.take('campaigns.send')).toEqual([{ campaignId: id }])
    await sendCampaign(deps, { campaignId: id })
    expect(await statusOf(id)).toBe('done')
    expect(deps.bulkMailer.delivered).toHaveLength(4)
    expect(await actionsOn(id)).toEqual(['campaign.sent', 'campaign.paused', 'campaign.resumed'])
  })

  it('that is cancelled stays cancelled', async () => {
    const id = await startTestCampaign(deps, addresses(2))
    const input = { id, adminId }
    await cancelCampaign(deps, input)
    await sendCampaign(deps, { campaignId: id })
    expect(Object.values(await statesOf(deps, id))).toEqual(['queued', 'queued'])
    for (const change of [pauseCampaign, resumeCampaign, cancelCampaign]) {
      await expect(change(deps, input)).rejects.toMatchObject({ code: 'CONFLICT' })
    }
    const retry = retryRecipients(deps, { ...input, only: { state: 'failed' } })
    await expect(retry).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('that does not exist is not found', async () => {
    for (const change of [pauseCampaign, resumeCampaign, cancelCampaign]) {
      await expect(change(deps, { id: 'made-up', adminId })).rejects.toMatchObject({
        code: 'CAMPAIGN_NOT_FOUND',
      })
    }
  })
})

describe('retryRecipients', () => {
  it('retries failed recipients, and none that were sent or bounced', async () => {
    const [sent = '', full = '', gone = ''] = addresses(3)
    deps.bulkMailer.answer = (to) => {
      if (to === full) return { kind: 'permanent', error: '552 5.3.4 Too big', isAddress: false }
      if (to === gone) return { kind: 'permanent', error: '550 5.1.1 Nobody', isAddress: true }
      return { kind: 'sent' }
    }
    const id = await startTestCampaign(deps, [sent, full, gone])
    await sendCampaign(deps, { campaignId: id })
    expect(await statesOf(deps, id)).toEqual({ [sent]: 'sent', [full]: 'failed', [gone]: 'failed' })

    deps.bulkMailer.delivered.length = 0
    deps.bulkMailer.answer = () => ({ kind: 'sent' })
    expect(await retryRecipients(deps, { id, adminId, only: { state: 'failed' } })).toBe(1)
    expect(await statusOf(id)).toBe('sending')
    await sendCampaign(deps, { campaignId: id })
    expect(deps.bulkMailer.delivered.map(({ to }) => to)).toEqual([full])
    expect(await statesOf(deps, id)).toEqual({ [sent]: 'sent', [full]: 'sent', [gone]: 'failed' })
    expect(await actionsOn(id)).toEqual(['campaign.sent', 'campaign.retried'])
  })

  it('retries the unknown recipients that an admin chose, and no others', async () => {
    const list = ['x@example.com', 'y@example.com']
    deps.bulkMailer.answer = () => ({ kind: 'unknown', error: 'Connection closed' })
    const id = await startTestCampaign(deps, list)
    await sendCampaign(deps, { campaignId: id })
    const chosen = await deps.db.campaignRecipient.findFirstOrThrow({
      where: { campaignId: id, address: 'x@example.com' },
    })

    deps.bulkMailer.delivered.length = 0
    deps.bulkMailer.answer = () => ({ kind: 'sent' })
    const only = { state: 'unknown', recipientIds: [chosen.id] } as const
    expect(await retryRecipients(deps, { id, adminId, only })).toBe(1)
    await sendCampaign(deps, { campaignId: id })
    expect(deps.bulkMailer.delivered.map(({ to }) => to)).toEqual(['x@example.com'])
    expect(await statesOf(deps, id)).toEqual({ 'x@example.com': 'sent', 'y@example.com': 'unknown' })
  })

  it('changes nothing when no recipient failed', async () => {
    const id = await startTestCampaign(deps, ['z@example.com'])
    await sendCampaign(deps, { campaignId: id })
    expect(await retryRecipients(deps, { id, adminId, only: { state: 'failed' } })).toBe(0)
    expect(await statusOf(id)).toBe('done')
  })
})
