import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pauseCampaign, resumeCampaign } from '#server/features/campaigns/change-campaign.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { createBulkMailer, type Delivery } from '#server/infra/bulk-mailer.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { addresses, startTestCampaign, statesOf } from './campaign.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: '100000', MAIL_CONCURRENCY: '10' } })
})
afterAll(() => deps.close())

function campaignOf(id: string) {
  return deps.db.campaign.findUniqueOrThrow({ where: { id } })
}

describe('a campaign with a lane that fails', () => {
  const broken = new Error('This lane is broken')

  it('continues on its other lanes, releases its lease and sends nothing twice', async () => {
    const [first = '', ...others] = addresses(40)
    const campaignId = await startTestCampaign(deps, [first, ...others])
    deps.bulkMailer.answer = (to) => {
      if (to === first) throw broken
      return { kind: 'sent' }
    }
    await expect(sendCampaign(deps, { campaignId })).rejects.toBe(broken)

    // The others of its lane were delivered, and their outcome is unknown.
    const states = await statesOf(deps, campaignId)
    const unknown = Object.keys(states).filter((address) => states[address] === 'unknown')
    expect(unknown).toEqual([first, ...others].slice(0, 5))
    expect(new Set(Object.values(states))).toEqual(new Set(['unknown', 'sent']))
    expect(await campaignOf(campaignId)).toMatchObject({ status: 'done', runnerId: null, runnerUntil: null })
    expect(deps.bulkMailer.delivered.map(({ to }) => to).toSorted()).toEqual(others)
  })

  it('marks its mails also when an admin has paused it', async () => {
    const campaignId = await startTestCampaign(deps, addresses(5))
    const { createdById: adminId } = await campaignOf(campaignId)
    let pausing: Promise<void> | null = null
    const deliver = async () => {
      pausing ??= pauseCampaign(deps, { id: campaignId, adminId })
      await pausing
      throw broken
    }
    const bulkMailer = { ...deps.bulkMailer, deliver }
    await expect(sendCampaign({ ...deps, bulkMailer }, { campaignId })).rejects.toBe(broken)
    expect(await campaignOf(campaignId)).toMatchObject({ status: 'paused', runnerId: null })
    expect(new Set(Object.values(await statesOf(deps, campaignId)))).toEqual(new Set(['unknown']))
  })
})

describe('a campaign that paused itself', () => {
  it('is not paused again by mails in progress when an admin resumed it', async () => {
    const mail = { ...deps.config.mail, concurrency: 20 }
    const wide = { ...deps, config: { ...deps.config, mail } }
    const campaignId = await startTestCampaign(deps, addresses(20))
    const { createdById: adminId } = await campaignOf(campaignId)
    const later = new Set(addresses(20).slice(10))
    let release = () => {}
    const resumed = new Promise<void>((resolve) => {
      release = resolve
    })
    const underWay = new Set<string>()
    const deliver = async ({ to }: { to: string }): Promise<Delivery> => {
      underWay.add(to)
      await vi.waitUntil(() => underWay.size === 20, 20_000)
      if (later.has(to)) await resumed
      return { kind: 'temporary', error: '421 4.3.2 Closing' }
    }
    const bulkMailer = { ...deps.bulkMailer, deliver }
    const sending = sendCampaign({ ...wide, bulkMailer }, { campaignId })
    const statusOf = async () => (await campaignOf(campaignId)).status
    await vi.waitFor(async () => expect(await statusOf()).toBe('paused'), 20_000)

    await resumeCampaign(deps, { id: campaignId, adminId })
    release()
    await sending
    expect(await campaignOf(campaignId)).toMatchObject({
      status: 'sending',
      pauseReason: null,
      runnerId: null,
    })
  })
})

describe('a campaign whose process ends while the mail server hangs', () => {
  it('counts no failure: recipients wait for the next process, and no admin has to act', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const bulkMailer = createBulkMailer({ smtpUrl, requireTls: false, from: 'shop@example.com' })
    const campaignId = await startTestCampaign(deps, addresses(30))
    const ending = new AbortController()
    const sending = sendCampaign({ ...deps, bulkMailer }, { campaignId, signal: ending.signal })
    const count = (state: 'sending' | 'queued') =>
      deps.db.campaignRecipient.count({ where: { campaignId, state } })
    await vi.waitFor(async () => expect(await count('sending')).toBe(10), 20_000)

    ending.abort()
    bulkMailer.abort()
    await sending
    silent.close()
    expect(await campaignOf(campaignId)).toMatchObject({
      status: 'sending',
      pauseReason: null,
      failuresInRow: 0,
      runnerId: null,
    })
    expect(await count('queued')).toBe(30)
  })
})
