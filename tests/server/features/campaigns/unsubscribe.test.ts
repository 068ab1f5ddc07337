import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handleMailEvents } from '#server/features/campaigns/handle-mail-events.ts'
import { eraseCampaigns } from '#server/features/campaigns/personal-data.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { readLink, unsubscribe } from '#server/features/campaigns/unsubscribe.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { startTestCampaign, statesOf } from './campaign.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: '100000' } })
})
afterAll(() => deps.close())
beforeEach(async () => {
  deps.bulkMailer.delivered.length = 0
  await deps.db.suppression.deleteMany()
})

const sam = 'Sam@example.com'

/** Sends a campaign to these; returns its id and the token in the mail to Sam. */
async function mailSam(others: string[] = []) {
  const campaignId = await startTestCampaign(deps, [sam, ...others])
  await sendCampaign(deps, { campaignId })
  const content = deps.bulkMailer.delivered.find(({ to }) => to === sam)?.content ?? ''
  const token = /^List-Unsubscribe: <.*\/([\w-]{43})>\r$/m.exec(content)?.[1] ?? ''
  const messageId = /^Message-ID: (<[^>]+>)\r$/m.exec(content)?.[1] ?? ''
  return { campaignId, token, messageId }
}

const suppressionOf = (addressKey: string) => deps.db.suppression.findUnique({ where: { addressKey } })

describe('the link in a mail', () => {
  it('unsubscribes its recipient, however often it is used', async () => {
    const { token } = await mailSam(['kim@example.com'])
    expect(await readLink(deps, token)).toEqual({ state: 'open', address: sam })
    expect(await suppressionOf('sam@example.com')).toBeNull()

    expect(await unsubscribe(deps, token)).toEqual({ state: 'done', address: sam })
    expect(await unsubscribe(deps, token)).toEqual({ state: 'done', address: sam })
    expect(await readLink(deps, token)).toEqual({ state: 'done', address: sam })
    expect(await suppressionOf('sam@example.com')).toMatchObject({ reason: 'unsubscribed' })
    expect(await suppressionOf('kim@example.com')).toBeNull()

    const next = await startTestCampaign(deps, [sam, 'kim@example.com'])
    expect(await statesOf(deps, next)).toEqual({ [sam]: 'suppressed', 'kim@example.com': 'queued' })
  })

  it('still works after every secret changed, because it is stored as a hash and not signed', async () => {
    const { token } = await mailSam()
    const stored = await deps.db.unsubscribeLink.findMany({ select: { tokenHash: true } })
    expect(JSON.stringify(stored)).not.toContain(token)
    const other = await createTestDeps({
      env: {
        SESSION_SECRET: 'another-secret-0123456789-0123456789',
        DATA_KEY: 'another-key-0123456789-0123456789abc',
      },
    })
    await other.close()
    expect(await unsubscribe({ ...other, db: deps.db, clock: deps.clock }, token)).toMatchObject({
      state: 'done',
    })
  })

  it('that does not exist is unknown', async () => {
    expect(await unsubscribe(deps, 'made-up')).toEqual({ state: 'unknown' })
    expect(await readLink(deps, '')).toEqual({ state: 'unknown' })
  })

  it('of an erased person is unknown', async () => {
    const { token } = await mailSam()
    const period = { address: sam, from: new Date(0), until: null, isOwn: true }
    await deps.db.$transaction((tx) => eraseCampaigns(tx, period))
    expect(await unsubscribe(deps, token)).toEqual({ state: 'unknown' })
    expect(await deps.db.suppression.count()).toBe(0)
  })

  it('does not stop mail about the recipient’s own business', async () => {
    const { token } = await mailSam()
    await unsubscribe(deps, token)
    const mail = { template: 'welcome', to: sam, props: { username: 'Sam' } } as const
    expect(await queueMail(deps.db, deps, mail)).not.toBeNull()
  })
})

describe('handleMailEvents', () => {
  const event = { address: null, messageId: null, isPermanent: true, detail: null }

  it('suppresses an address that bounced permanently, and shows it on the recipient', async () => {
    const { campaignId, messageId } = await mailSam()
    const bounce = { ...event, type: 'bounced' as const, messageId, detail: '550 5.1.1 No such user' }
    expect(await handleMailEvents(deps, [bounce, bounce])).toBe(2)
    expect(await suppressionOf('sam@example.com')).toMatchObject({
      reason: 'bounced',
      detail: '550 5.1.1 No such user',
    })
    expect(await deps.db.campaignRecipient.findFirst({ where: { campaignId } })).toMatchObject({
      state: 'failed',
      lastError: 'Bounced: 550 5.1.1 No such user',
    })
  })

  it('does not suppress an address for a full mailbox', async () => {
    const { messageId } = await mailSam()
    await handleMailEvents(deps, [{ ...event, type: 'bounced', messageId, isPermanent: false }])
    expect(await deps.db.suppression.count()).toBe(0)
  })

  it('suppresses an address that complains, whatever was recorded before', async () => {
    const { token } = await mailSam()
    await unsubscribe(deps, token)
    await handleMailEvents(deps, [{ ...event, type: 'complained', address: 'SAM@example.com' }])
    expect(await suppressionOf('sam@example.com')).toMatchObject({ reason: 'complained' })
  })

  it('resolves an unknown recipient', async () => {
    deps.bulkMailer.answer = () => ({ kind: 'unknown', error: 'Connection closed' })
    const campaignId = await startTestCampaign(deps, [sam])
    await sendCampaign(deps, { campaignId })
    deps.bulkMailer.answer = () => ({ kind: 'sent' })
    const { messageId } = await deps.db.campaignRecipient.findFirstOrThrow({ where: { campaignId } })
    expect(await handleMailEvents(deps, [{ ...event, type: 'delivered', messageId }])).toBe(1)
    expect(await statesOf(deps, campaignId)).toEqual({ [sam]: 'sent' })
  })

  it('ignores reports about other senders’ mail', async () => {
    const messageId = '<other@elsewhere.example>'
    expect(await handleMailEvents(deps, [{ ...event, type: 'bounced', messageId }])).toBe(0)
  })
})
