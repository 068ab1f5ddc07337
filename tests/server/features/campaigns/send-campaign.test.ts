import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pauseCampaign } from '#server/features/campaigns/change-campaign.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import type { Delivery } from '#server/infra/bulk-mailer.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { addresses, startTestCampaign, statesOf } from './campaign.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: '100000', MAIL_CONCURRENCY: '8' } })
})
afterAll(() => deps.close())
beforeEach(() => {
  deps.bulkMailer.delivered.length = 0
  deps.bulkMailer.answer = () => ({ kind: 'sent' })
})

const greylisted: Delivery = { kind: 'temporary', error: '451 4.7.1 Try again later' }
const noSuchUser: Delivery = { kind: 'permanent', error: '550 5.1.1 No such user', isAddress: true }

function campaignOf(id: string) {
  return deps.db.campaign.findUniqueOrThrow({ where: { id } })
}

function rowOf(campaignId: string, address: string) {
  return deps.db.campaignRecipient.findFirstOrThrow({ where: { campaignId, address } })
}

describe('sendCampaign', () => {
  it('sends to every recipient once, and is done', async () => {
    const list = addresses(25)
    const campaignId = await startTestCampaign(deps, list)
    await sendCampaign(deps, { campaignId })

    expect(deps.bulkMailer.delivered.map(({ to }) => to).toSorted()).toEqual(list)
    expect(new Set(Object.values(await statesOf(deps, campaignId)))).toEqual(new Set(['sent']))
    expect(await campaignOf(campaignId)).toMatchObject({
      status: 'done',
      runnerId: null,
      finishedAt: deps.clock.now(),
    })
    const row = await rowOf(campaignId, list[0] ?? '')
    expect(row).toMatchObject({ sentAt: deps.clock.now(), attempts: 1, lastError: null })

    await sendCampaign(deps, { campaignId })
    expect(deps.bulkMailer.delivered).toHaveLength(25)
  })

  it('does nothing where another worker has it', async () => {
    const campaignId = await startTestCampaign(deps, addresses(3))
    const until = new Date(deps.clock.now().getTime() + 1)
    await deps.db.campaign.update({
      where: { id: campaignId },
      data: { runnerId: 'other', runnerUntil: until },
    })
    await sendCampaign(deps, { campaignId })
    expect(deps.bulkMailer.delivered).toEqual([])
  })

  it('marks mail of a dead worker as unknown and does not send it again', async () => {
    const [first = '', ...others] = addresses(4)
    const campaignId = await startTestCampaign(deps, [first, ...others])
    await deps.db.campaignRecipient.updateMany({
      where: { campaignId, address: first },
      data: { state: 'sending', attempts: 1 },
    })
    await deps.db.campaign.update({
      where: { id: campaignId },
      data: { runnerId: 'dead', runnerUntil: deps.clock.now() },
    })
    await sendCampaign(deps, { campaignId })

    expect(deps.bulkMailer.delivered.map(({ to }) => to).toSorted()).toEqual(others)
    expect(await rowOf(campaignId, first)).toMatchObject({
      state: 'unknown',
      lastError: expect.stringContaining('may have arrived'),
    })
    expect((await campaignOf(campaignId)).status).toBe('done')
  })

  it('retries after a temporary failure when it is due, and not before', async () => {
    const [shy = '', ...others] = addresses(3)
    const campaignId = await startTestCampaign(deps, [shy, ...others])
    deps.bulkMailer.answer = (to) => (to === shy ? greylisted : { kind: 'sent' })
    await sendCampaign(deps, { campaignId })
    expect(await rowOf(campaignId, shy)).toMatchObject({
      state: 'queued',
      lastError: '451 4.7.1 Try again later',
      nextAttemptAt: new Date(deps.clock.now().getTime() + 5_000),
    })
    expect(await campaignOf(campaignId)).toMatchObject({ status: 'sending', runnerId: null })

    deps.clock.advance(4_999)
    await sendCampaign(deps, { campaignId })
    expect((await rowOf(campaignId, shy)).attempts).toBe(1)

    deps.clock.advance(1)
    deps.bulkMailer.answer = () => ({ kind: 'sent' })
    await sendCampaign(deps, { campaignId })
    expect(await rowOf(campaignId, shy)).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
    expect((await campaignOf(campaignId)).status).toBe('done')
  })

  it('gives up a recipient after ten attempts', async () => {
    const [shy = ''] = addresses(1)
    const campaignId = await startTestCampaign(deps, [shy])
    await deps.db.campaignRecipient.updateMany({ where: { campaignId }, data: { attempts: 9 } })
    deps.bulkMailer.answer = () => greylisted
    await sendCampaign(deps, { campaignId })
    expect(await rowOf(campaignId, shy)).toMatchObject({ state: 'failed', lastError: greylisted.error })
  })

  it('fails a refused address and suppresses it', async () => {
    const [gone = '', other = ''] = addresses(2)
    deps.bulkMailer.answer = (to) => (to === gone ? noSuchUser : { kind: 'sent' })
    const campaignId = await startTestCampaign(deps, [gone, other])
    await sendCampaign(deps, { campaignId })

    expect(await rowOf(campaignId, gone)).toMatchObject({
      state: 'failed',
      lastError: '550 5.1.1 No such user',
    })
    expect(await deps.db.suppression.findUnique({ where: { addressKey: gone } })).toMatchObject({
      reason: 'bounced',
      detail: '550 5.1.1 No such user',
    })
    const next = await startTestCampaign(deps, [gone, other])
    expect(await statesOf(deps, next)).toEqual({ [gone]: 'suppressed', [other]: 'queued' })
    await deps.db.suppression.deleteMany()
  })

  it('does not suppress an address when the server rejects the content', async () => {
    const [address = ''] = addresses(1)
    deps.bulkMailer.answer = () => ({
      kind: 'permanent',
      error: '554 5.7.1 Looks like spam',
      isAddress: false,
    })
    const campaignId = await startTestCampaign(deps, [address])
    await sendCampaign(deps, { campaignId })
    expect((await rowOf(campaignId, address)).state).toBe('failed')
    expect(await deps.db.suppression.count()).toBe(0)
  })

  it('marks as unknown a mail that the server received in full and did not answer', async () => {
    const [address = ''] = addresses(1)
    deps.bulkMailer.answer = () => ({ kind: 'unknown', error: 'Connection closed unexpectedly' })
    const campaignId = await startTestCampaign(deps, [address])
    await sendCampaign(deps, { campaignId })
    expect(await rowOf(campaignId, address)).toMatchObject({
      state: 'unknown',
      lastError: 'Connection closed unexpectedly',
    })
  })

  it('pauses after ten temporary failures in a row, and the other recipients wait', async () => {
    const campaignId = await startTestCampaign(deps, addresses(60))
    deps.bulkMailer.answer = () => greylisted
    await sendCampaign(deps, { campaignId })

    expect(await campaignOf(campaignId)).toMatchObject({
      status: 'paused',
      pauseReason: 'Ten mails in a row could not be sent for now.',
      runnerId: null,
    })
    const tried = await deps.db.campaignRecipient.count({ where: { campaignId, attempts: 1 } })
    expect(tried).toBeGreaterThanOrEqual(10)
    expect(tried).toBeLessThanOrEqual(10 + 8)
    expect(new Set(Object.values(await statesOf(deps, campaignId)))).toEqual(new Set(['queued']))
  })

  it('does not pause when some mails succeed in between', async () => {
    const list = addresses(60)
    const shy = new Set(list.filter((_, index) => index % 2 === 0))
    deps.bulkMailer.answer = (to) => (shy.has(to) ? greylisted : { kind: 'sent' })
    const campaignId = await startTestCampaign(deps, list)
    await sendCampaign(deps, { campaignId })
    expect((await campaignOf(campaignId)).status).toBe('sending')
    expect(deps.bulkMailer.delivered).toHaveLength(30)
  })

  it('clears the failures of an earlier run with the first success', async () => {
    const [good = '', shy = ''] = addresses(2)
    const campaignId = await startTestCampaign(deps, [good, shy])
    const later = new Date(deps.clock.now().getTime() + 5_000)
    await deps.db.campaign.update({ where: { id: campaignId }, data: { failuresInRow: 9 } })
    await deps.db.campaignRecipient.updateMany({
      where: { campaignId, address: shy },
      data: { nextAttemptAt: later },
    })
    await sendCampaign(deps, { campaignId })
    expect(await statesOf(deps, campaignId)).toEqual({ [good]: 'sent', [shy]: 'queued' })

    deps.clock.advance(5_000)
    deps.bulkMailer.answer = () => greylisted
    await sendCampaign(deps, { campaignId })
    expect(await campaignOf(campaignId)).toMatchObject({ status: 'sending', failuresInRow: 1 })
  })

  it('skips recipients who unsubscribed or opted out since the start', async () => {
    const [gone = '', other = ''] = addresses(2)
    const campaignId = await startTestCampaign(deps, [gone, other])
    await deps.db.suppression.create({
      data: { addressKey: gone, reason: 'unsubscribed', createdAt: deps.clock.now() },
    })
    await sendCampaign(deps, { campaignId })
    expect(await statesOf(deps, campaignId)).toEqual({ [gone]: 'suppressed', [other]: 'sent' })
    expect((await campaignOf(campaignId)).status).toBe('done')
    await deps.db.suppression.deleteMany()
  })

  it('stops where an admin pauses it', async () => {
    const campaignId = await startTestCampaign(deps, addresses(100))
    const { createdById: adminId } = await campaignOf(campaignId)
    let pausing: Promise<void> | null = null
    deps.bulkMailer.answer = () => {
      pausing ??= pauseCampaign(deps, { id: campaignId, adminId })
      return { kind: 'sent' }
    }
    await sendCampaign(deps, { campaignId })
    await pausing
    expect(await campaignOf(campaignId)).toMatchObject({ status: 'paused', runnerId: null })
    const states = Object.values(await statesOf(deps, campaignId))
    expect(new Set(states)).toEqual(new Set(['sent', 'queued']))
    expect(states.filter((state) => state === 'sent')).toHaveLength(deps.bulkMailer.delivered.length)
  })

  it('finishes the mails in progress when the process ends, and the next worker continues', async () => {
    const list = addresses(100)
    const campaignId = await startTestCampaign(deps, list)
    const ending = new AbortController()
    deps.bulkMailer.answer = () => {
      ending.abort()
      return { kind: 'sent' }
    }
    await sendCampaign(deps, { campaignId, signal: ending.signal })
    const states = Object.values(await statesOf(deps, campaignId))
    expect(new Set(states)).toEqual(new Set(['sent', 'queued']))

    await sendCampaign(deps, { campaignId })
    expect(deps.bulkMailer.delivered.map(({ to }) => to).toSorted()).toEqual(list)
  })

  it('two workers at once send each mail once', async () => {
    const list = addresses(200)
    const campaignId = await startTestCampaign(deps, list)
    await Promise.all([1, 2, 3].map(() => sendCampaign(deps, { campaignId })))
    expect(deps.bulkMailer.delivered.map(({ to }) => to).toSorted()).toEqual(list)
  })

  it('claims no recipient while it waits for its reserved time', async () => {
    const list = addresses(20)
    const campaignId = await startTestCampaign(deps, list)
    const other = await deps.pool.connect()
    let sending: Promise<void> | null = null
    try {
      await other.query('begin')
      await other.query('select 1 from "MailPace" for update')
      sending = sendCampaign(deps, { campaignId })
      // Read outside the transaction, which would show all rows as of its first read.
      const waiting = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%"MailPace"%'`
      await expect.poll(async () => (await deps.pool.query(waiting)).rows.length).toBeGreaterThan(0)
      const free = `select 1 from "CampaignRecipient" where "campaignId" = $1 for update skip locked`
      expect((await other.query(free, [campaignId])).rows).toHaveLength(list.length)
    } finally {
      await other.query('rollback')
      other.release()
      await sending
    }
    expect(deps.bulkMailer.delivered.map(({ to }) => to).toSorted()).toEqual(list)
  })

  it('gives every mail its own link and both headers of RFC 8058', async () => {
    const campaignId = await startTestCampaign(deps, addresses(2))
    await sendCampaign(deps, { campaignId })
    const links = deps.bulkMailer.delivered.map(
      ({ content }) =>
        /^List-Unsubscribe: <(http:\/\/localhost:3000\/api\/unsubscribe\/[\w-]{43})>\r$/m.exec(content)?.[1],
    )
    expect(new Set(links).size).toBe(2)
    expect(links).not.toContain(undefined)
    for (const { content } of deps.bulkMailer.delivered) {
      expect(content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    }
    expect(await deps.db.unsubscribeLink.count({ where: { recipient: { campaignId } } })).toBe(2)
  })
})
