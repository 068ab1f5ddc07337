import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deleteOldCampaigns } from '#server/features/campaigns/delete-old-campaigns.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { createUnsubscribeLink, readLink, unsubscribe } from '#server/features/campaigns/unsubscribe.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { startTestCampaign, statesOf } from './campaign.ts'

const SENT = '2024-11-21T10:00:00.000Z'
const TWO_YEARS_ON = '2026-11-21T10:00:00.000Z'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: '100000' } })
})
afterAll(() => deps.close())
beforeEach(() => {
  deps.clock.set(SENT)
  deps.bulkMailer.delivered.length = 0
})

/** The token in the last mail sent. */
function newestToken(): string {
  const mail = deps.bulkMailer.delivered.at(-1)?.content.replace(/=\r\n/g, '') ?? ''
  return /List-Unsubscribe: <[^>]*\/([\w-]{43})>/.exec(mail)?.[1] ?? ''
}

async function sendTo(to: string) {
  const id = await startTestCampaign(deps, [to])
  await sendCampaign(deps, { campaignId: id })
  return { id, token: newestToken() }
}

it('deletes a campaign with recipients and links after two years, and keeps suppressions', async () => {
  const { id, token } = await sendTo('gone@example.com')
  await unsubscribe(deps, token)
  deps.clock.set(TWO_YEARS_ON)
  await deleteOldCampaigns(deps)
  expect(await readLink(deps, token)).toEqual({ state: 'done', address: 'gone@example.com' })

  deps.clock.advance(1)
  await deleteOldCampaigns(deps)
  expect(await deps.db.campaign.count({ where: { id } })).toBe(0)
  expect(await deps.db.campaignRecipient.count({ where: { campaignId: id } })).toBe(0)
  expect(await readLink(deps, token)).toEqual({ state: 'unknown' })
  expect(await deps.db.suppression.count({ where: { addressKey: 'gone@example.com' } })).toBe(1)
  expect(await deps.db.auditEntry.count({ where: { action: 'campaign.sent', subjectId: id } })).toBe(1)
})

it('keeps campaigns in progress, drafts and newer campaigns', async () => {
  const sending = await startTestCampaign(deps, ['waits@example.com'])
  const again = await sendTo('again@example.com')
  deps.clock.set('2025-01-01T10:00:00.000Z')
  await deps.db.campaign.update({ where: { id: again.id }, data: { finishedAt: deps.clock.now() } })
  deps.clock.set('2026-12-01T10:00:00.000Z')
  await deleteOldCampaigns(deps)
  expect(await statesOf(deps, sending)).toEqual({ 'waits@example.com': 'queued' })
  expect(await readLink(deps, again.token)).toMatchObject({ state: 'open' })
})

it('deletes more recipients than one statement handles', async () => {
  const { id } = await sendTo('first@example.com')
  await deps.pool.query(
    `insert into "CampaignRecipient" ("id", "campaignId", "address", "addressKey", "state", "messageId")
     select 'many-' || n, $1, n || '@example.com', n || '@example.com', 'sent', 'many-' || n from generate_series(1, 4100) n`,
    [id],
  )
  await deps.pool.query(
    `insert into "UnsubscribeLink" ("tokenHash", "recipientId", "createdAt")
     select 'many-' || n, 'many-' || n, $1 from generate_series(1, 4100) n`,
    [SENT],
  )
  deps.clock.set('2026-12-01T10:00:00.000Z')
  await deleteOldCampaigns(deps)
  expect(await deps.db.campaignRecipient.count({ where: { campaignId: id } })).toBe(0)
  expect(await deps.db.campaign.count({ where: { id } })).toBe(0)
})

it('deletes reminder links after two years', async () => {
  const student = await makeStudent(deps)
  const linkOf = async () => {
    const url = await deps.db.$transaction((tx) => createUnsubscribeLink(tx, deps, { studentId: student.id }))
    return url.slice(-43)
  }
  const old = await linkOf()
  deps.clock.advance(1)
  const recent = await linkOf()
  deps.clock.set(TWO_YEARS_ON)
  deps.clock.advance(1)
  await deleteOldCampaigns(deps)
  expect(await readLink(deps, old)).toEqual({ state: 'unknown' })
  expect(await readLink(deps, recent)).toMatchObject({ state: 'open' })
})
