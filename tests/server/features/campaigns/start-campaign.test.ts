import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countRecipients } from '#server/features/campaigns/audience.ts'
import { saveDraft } from '#server/features/campaigns/drafts.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { startTestCampaign, statesOf } from './campaign.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.deps.db.campaignRecipient.deleteMany()
  await shop.deps.db.campaign.deleteMany()
  shop.deps.queue.setUnavailable(false)
  shop.deps.queue.take('campaigns.send')
})

function campaignOf(id: string) {
  return shop.deps.db.campaign.findUniqueOrThrow({ where: { id }, include: { recipients: true } })
}

describe('startCampaign', () => {
  it('writes one row for every allowed recipient and enqueues the campaign', async () => {
    const { deps } = shop
    const now = deps.clock.now()
    const buyer = await makeBuyer(shop, [1])
    const reader = await makeStudent(deps, { newsOptInAt: now })
    await makeStudent(deps) // only registered
    const refuser = await makeBuyer(shop, [1])
    await deps.db.student.update({ where: { id: refuser.id }, data: { newsOptOutAt: now } })
    const gone = await makeBuyer(shop, [1])
    await deps.db.suppression.create({ data: { addressKey: gone.email, reason: 'bounced', createdAt: now } })
    const referer = await makeReferer(deps)
    const both = await makeReferer(deps, { contactEmail: buyer.email.toUpperCase() })

    const students = await startTestCampaign(deps, [], { recipients: 'students' })
    expect(Object.keys(await statesOf(deps, students))).toEqual([buyer.email, reader.email].toSorted())
    const all = await campaignOf(await startTestCampaign(deps, [], { recipients: 'all' }))
    expect(all.recipients.map(({ addressKey }) => addressKey).toSorted()).toEqual(
      [buyer.email, reader.email, referer.email.toLowerCase()].toSorted(),
    )
    expect(all.recipients).toHaveLength(await countRecipients(deps, 'all'))
    const referers = await startTestCampaign(deps, [], { recipients: 'referers' })
    expect((await campaignOf(referers)).recipients.map(({ addressKey }) => addressKey).toSorted()).toEqual(
      [referer.email.toLowerCase(), both.email.toLowerCase()].toSorted(),
    )

    const [row] = all.recipients
    expect(row).toMatchObject({ state: 'queued', attempts: 0, messageId: `<${row?.id}@localhost>` })
    expect(all).toMatchObject({ status: 'sending', basis: null, startedAt: now })
    expect(deps.queue.take('campaigns.send')).toContainEqual({ campaignId: all.id })
  })

  it('records the basis of a list, or that none was stated', async () => {
    const { deps } = shop
    const stated = await startTestCampaign(deps, ['a@example.com'], { basis: 'Asked at the open day' })
    const silent = await startTestCampaign(deps, ['a@example.com'])
    expect((await campaignOf(stated)).basis).toBe('Asked at the open day')
    expect((await campaignOf(silent)).basis).toBe('not stated')
  })

  it('shows the suppressed addresses of a list and does not mail them', async () => {
    const { deps } = shop
    const now = deps.clock.now()
    const refuser = await makeStudent(deps, { newsOptOutAt: now })
    const id = await startTestCampaign(deps, ['New@example.com', refuser.email])
    expect(await statesOf(deps, id)).toEqual({ 'New@example.com': 'queued', [refuser.email]: 'suppressed' })
  })

  it('sanitises the HTML before it is stored, and derives the text', async () => {
    const { deps } = shop
    const htmlContent = '<p onclick="x()">Fog <b>season</b></p><script>x()</script>'
    const campaign = await campaignOf(await startTestCampaign(deps, ['a@example.com'], { htmlContent }))
    expect(campaign.htmlContent).toBe('<p>Fog <b>season</b></p>')
    expect(campaign.textContent).toBe('Fog season')
    const own = await startTestCampaign(deps, ['a@example.com'], { textContent: 'In my words' })
    expect((await campaignOf(own)).textContent).toBe('In my words')
  })

  it('refuses content that sanitising empties, and an empty audience', async () => {
    const { deps } = shop
    const empty = startTestCampaign(deps, ['a@example.com'], { htmlContent: '<script>x()</script><p> </p>' })
    await expect(empty).rejects.toMatchObject({ code: 'MAILING_EMPTY' })
    const refuser = await makeStudent(deps, { newsOptOutAt: deps.clock.now() })
    await expect(startTestCampaign(deps, [refuser.email])).rejects.toMatchObject({ code: 'NO_RECIPIENTS' })
    expect(await deps.db.campaign.count()).toBe(0)
  })

  it('turns a draft into the campaign once, however often the button is clicked', async () => {
    const { deps } = shop
    const { id: adminId } = await makeAdmin(deps)
    const { id: draftId } = await saveDraft(deps, {
      id: null,
      knownSavedAt: null,
      adminId,
      recipients: 'custom',
      subject: 'Half',
      htmlContent: null,
      textContent: null,
      customEmails: ['a@example.com'],
      basis: null,
    })
    const presses = await Promise.allSettled(
      [1, 2, 3].map(() => startTestCampaign(deps, ['a@example.com'], { draftId })),
    )
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await deps.db.campaign.count()).toBe(1)
    expect(await deps.db.campaignRecipient.count()).toBe(1)
  })

  it('is written while the queue is unavailable', async () => {
    const { deps } = shop
    deps.queue.setUnavailable(true)
    const id = await startTestCampaign(deps, ['a@example.com'])
    expect((await campaignOf(id)).status).toBe('sending')
    expect(deps.logged.at(-1)).toContain('waits for the scheduled job')
  })

  it('is recorded in the audit log', async () => {
    const { deps } = shop
    const id = await startTestCampaign(deps, ['a@example.com', 'b@example.com'])
    const { createdById } = await campaignOf(id)
    expect(await deps.db.auditEntry.findFirst({ where: { subjectId: id } })).toMatchObject({
      actorId: createdById,
      action: 'campaign.sent',
      details: { recipients: 'custom', count: 2, basis: 'not stated' },
    })
  })
})
