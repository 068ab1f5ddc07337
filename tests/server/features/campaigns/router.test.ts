import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { JOB_PAYLOADS } from '#server/job-contracts.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeBuyer } from '#tests/support/shop.ts'

let shop: TestApp
let isWorking = true
beforeAll(async () => {
  shop = await createTestApp({
    // A worker that handles each job at once.
    partsOf: async (deps) => ({
      queue: {
        ...deps.queue,
        async enqueueMany(name, payloads) {
          if (!isWorking || name !== 'campaigns.send') return
          for (const payload of payloads) {
            await sendCampaign(deps, JOB_PAYLOADS['campaigns.send'].parse(payload))
          }
        },
      },
    }),
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  isWorking = true
  const { deps } = shop.shop
  deps.bulkMailer.delivered.length = 0
  deps.bulkMailer.answer = () => ({ kind: 'sent' })
  await deps.db.suppression.deleteMany()
})

const campaign = {
  recipients: 'custom',
  subject: 'News',
  htmlContent: '<p>Fog</p>',
  customEmails: ['a@example.com'],
}

function rest(path: string, body?: unknown) {
  const url = `/api/admin/bulk-email${path}`
  return shop.send({ as: 'admin', url, ...(body === undefined ? {} : { method: 'POST', body }) })
}

async function call(path: string, type: 'query' | 'mutation', input?: unknown) {
  const answer = await shop.call({ as: 'admin', path: `admin.campaigns.${path}`, type, input })
  expect([path, answer.statusCode]).toEqual([path, 200])
  return answer.json().result.data.json
}

describe('bulk email over REST', () => {
  it('answers with the outcome, and with the same one a second later', async () => {
    shop.shop.deps.bulkMailer.answer = (to) =>
      to.startsWith('gone') ? { kind: 'permanent', error: '550 Nobody', isAddress: true } : { kind: 'sent' }
    const customEmails = ['a@example.com', ' A@Example.com ', '', 'gone@example.com']
    const answer = await rest('', { ...campaign, customEmails })
    expect(answer.statusCode).toBe(200)
    const { campaignId, ...counts } = answer.json()
    expect(counts).toEqual({ sent: 1, failed: 1, queued: 0 })
    expect((await call('campaign', 'query', { id: campaignId })).basis).toBe('not stated')
  })

  it('does not wait longer than two seconds for a worker', async () => {
    isWorking = false
    const answer = await rest('', { ...campaign, customEmails: ['a@example.com', 'b@example.com'] })
    expect(answer.json()).toMatchObject({ sent: 0, failed: 0, queued: 2, campaignId: expect.any(String) })
  })

  it('names invalid addresses', async () => {
    const answer = await rest('', { ...campaign, customEmails: ['a@example.com', 'nobody', 'no@body'] })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'These are not email addresses: “nobody”, “no@body”.',
    ])
  })

  it('requires subject and content', async () => {
    for (const change of [{ subject: ' ' }, { htmlContent: '' }, { htmlContent: '<script></script>' }]) {
      const answer = await rest('', { ...campaign, ...change })
      expect([answer.statusCode, answer.json().message]).toEqual([400, 'Please fill in subject and content'])
    }
  })

  it('requires a recent step-up before it checks anything else', async () => {
    const { db, clock } = shop.shop.deps
    const { sessionId } = shop.sessions.admin
    await db.session.update({ where: { id: sessionId }, data: { stepUpAt: null } })
    for (const body of [campaign, { recipients: 'nonsense' }]) {
      const answer = await rest('', body)
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        expect.objectContaining({ message: 'Please confirm with a new code', requiresCode: true }),
      ])
    }
    await db.session.update({ where: { id: sessionId }, data: { stepUpAt: clock.now() } })
  })

  it('accepts a campaign above the usual body limit, up to its own', async () => {
    const htmlContent = `<p>${'x'.repeat(400_000)}</p>`
    expect((await rest('', { ...campaign, htmlContent })).statusCode).toBe(200)
    expect((await rest('/template', { type: 'newsletter', content: 'x'.repeat(400_000) })).statusCode).toBe(
      413,
    )
    expect((await rest('', { ...campaign, more: 'x'.repeat(6 * 1024 * 1024) })).statusCode).toBe(413)
  })

  it('lists the three templates and renders them', async () => {
    expect((await rest('/templates')).json().map(({ name }: { name: string }) => name)).toEqual([
      'Course Update',
      'General Announcement',
      'Monthly Newsletter',
    ])
    const filled = await rest('/template', {
      type: 'announcement',
      title: 'Closed <b>',
      message: 'For a week.',
      ctaUrl: 'https://shop.example.com/a',
    })
    expect(filled.json()).toEqual({
      subject: 'Closed <b>',
      html: expect.stringMatching(/Closed &lt;b&gt;.*For a week\..*href="https:\/\/shop\.example\.com\/a"/),
    })
    const bare = await rest('/template', {
      type: 'courseUpdate',
      courseName: 'Navigation',
      updateDetails: 'New.',
    })
    expect(bare.json()).toMatchObject({ subject: 'Course update: Navigation' })
    const news = { type: 'newsletter', month: 'May', year: 2027, content: 'Sun.' }
    expect((await rest('/template', news)).json()).toMatchObject({ subject: 'News of May 2027' })
  })
})

describe('bulk email in the back office', () => {
  it('accepts a large campaign over tRPC too; other procedures keep their limit', async () => {
    const htmlContent = `<p>${'x'.repeat(400_000)}</p>`
    await call('preview', 'mutation', { subject: 'News', htmlContent })
    const other = await shop.call({
      as: 'admin',
      path: 'admin.campaigns.generateTemplate',
      type: 'mutation',
      input: { type: 'newsletter', content: 'x'.repeat(400_000) },
    })
    expect(other.statusCode).toBe(413)
  })

  it('previews the mail as recipients see it, with layout and footer', async () => {
    const { subject, html, text } = await call('preview', 'mutation', {
      subject: 'News',
      htmlContent: '<p onclick="x()">Fog</p><script>x()</script>',
      recipients: 'referers',
    })
    expect(subject).toBe('News')
    expect(html).toMatch(/<p class="ink" style="[^"]*">Fog<\/p>/)
    expect(html).not.toMatch(/<script|onclick/)
    for (const part of [html, text]) {
      expect(part).toContain('/api/unsubscribe/preview')
      expect(part.replace(/\s+/g, ' ')).toContain('because you are a referer of the shop')
      expect(part).toContain('Made-up Films Ltd')
    }
  })

  it('checks a list before it is sent', async () => {
    const { deps } = shop.shop
    const addressKey = 'gone@example.com'
    await deps.db.suppression.create({ data: { addressKey, reason: 'bounced', createdAt: deps.clock.now() } })
    const lines = ['a@example.com', '', 'A@example.com', 'nobody', 'Gone@example.com']
    expect(await call('checkList', 'mutation', { lines })).toEqual({
      count: 1,
      invalid: ['nobody'],
      repeated: ['A@example.com'],
      suppressed: ['Gone@example.com'],
    })
  })

  it('sends a test to the signed-in admin alone', async () => {
    const { deps } = shop.shop
    const test = { subject: 'News', htmlContent: '<p>Fog</p>' }
    expect(await call('sendTest', 'mutation', test)).toEqual({ success: true, to: shop.people.admin.email })
    expect(deps.bulkMailer.delivered.map(({ to }) => to)).toEqual([shop.people.admin.email])
    expect(deps.bulkMailer.delivered[0]?.content).toMatch(/^Subject: Test: News\r$/m)

    deps.bulkMailer.answer = () => ({ kind: 'temporary', error: 'away' })
    const answer = await shop.call({
      as: 'admin',
      path: 'admin.campaigns.sendTest',
      type: 'mutation',
      input: test,
    })
    expect(answer.statusCode).toBe(503)
  })

  it('shows history, progress and recipients page by page', async () => {
    await shop.shop.deps.db.campaignRecipient.deleteMany({ where: { links: { none: {} } } })
    const buyer = await makeBuyer(shop.shop, [1])
    const first = await call('send', 'mutation', { ...campaign, recipients: 'students' })
    const customEmails = ['c@example.com', 'a@example.com', 'b@example.com']
    const second = await call('send', 'mutation', { ...campaign, customEmails, basis: 'Open day' })
    const page = await call('history', 'query', { limit: 1 })
    expect(page.campaigns).toEqual([
      {
        id: second.campaignId,
        status: 'done',
        recipients: 'custom',
        subject: 'News',
        adminEmail: shop.people.admin.email,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
        pauseReason: null,
        counts: { queued: 0, sending: 0, sent: 3, failed: 0, unknown: 0, suppressed: 0, total: 3 },
      },
    ])
    const older = await call('history', 'query', { limit: 1, cursor: page.nextCursor })
    expect(older.campaigns[0].id).toBe(first.campaignId)
    expect(await call('progress', 'query', { id: first.campaignId })).toMatchObject({
      status: 'done',
      counts: { sent: 1, total: 1 },
    })

    const id = second.campaignId
    const two = await call('recipients', 'query', { id, limit: 2 })
    expect(two.recipients.map(({ address }: { address: string }) => address)).toEqual([
      'a@example.com',
      'b@example.com',
    ])
    const rest = await call('recipients', 'query', { id, limit: 2, cursor: two.nextCursor, state: 'sent' })
    expect(rest).toMatchObject({
      recipients: [{ address: 'c@example.com', state: 'sent', attempts: 1, error: null }],
      nextCursor: null,
    })
    expect((await call('recipients', 'query', { id, state: 'failed' })).recipients).toEqual([])
    expect((await call('recipients', 'query', { id: first.campaignId })).recipients[0].address).toBe(
      buyer.email,
    )
  })

  it('saves drafts and sends one', async () => {
    const draft = await call('saveDraft', 'mutation', { subject: 'Half', recipients: 'custom' })
    expect(await call('drafts', 'query')).toContainEqual({
      id: draft.id,
      recipients: 'custom',
      subject: 'Half',
      savedAt: draft.savedAt,
    })
    expect(await call('draft', 'query', { id: draft.id })).toMatchObject({ subject: 'Half', htmlContent: '' })
    await call('send', 'mutation', { ...campaign, draftId: draft.id })
    expect(await call('drafts', 'query')).toEqual([])
    const other = await call('saveDraft', 'mutation', {})
    expect(await call('deleteDraft', 'mutation', { id: other.id })).toEqual({ success: true })
  })

  it('pauses, resumes, cancels and retries', async () => {
    isWorking = false
    const { campaignId: id } = await call('send', 'mutation', campaign)
    expect(await call('pause', 'mutation', { id })).toMatchObject({ status: 'paused' })
    isWorking = true
    expect(await call('resume', 'mutation', { id })).toMatchObject({ status: 'done', counts: { sent: 1 } })
    expect(await call('retryFailed', 'mutation', { id })).toEqual({ campaignId: id, affected: 0 })
    const recipientIds = ['made-up']
    expect(await call('resendUnknown', 'mutation', { id, recipientIds })).toMatchObject({ affected: 0 })
    isWorking = false
    const { campaignId: other } = await call('send', 'mutation', campaign)
    expect(await call('cancel', 'mutation', { id: other })).toMatchObject({ status: 'cancelled' })
  })
})
