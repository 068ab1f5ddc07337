import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseCampaigns, exportCampaigns } from '#server/features/campaigns/personal-data.ts'
import { newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const period = {
  address: ' Sam@example.com',
  from: new Date('2026-03-01T00:00:00.000Z'),
  until: new Date('2026-06-01T00:00:00.000Z'),
  isOwn: true,
}

/** A campaign of that day to two addresses. */
async function mailTo(day: string) {
  const createdAt = new Date(`${day}T12:00:00.000Z`)
  const recipient = (address: string, state: 'queued' | 'sent') => ({
    id: newId(),
    address,
    addressKey: address.toLowerCase(),
    state,
    messageId: newId(),
  })
  await deps.db.campaign.create({
    data: {
      id: newId(),
      status: 'sending',
      audience: 'students',
      subject: `News of ${day}`,
      htmlContent: '<p>x</p>',
      textContent: 'x',
      createdById: (await makeAdmin(deps)).id,
      createdAt,
      recipients: {
        create: [recipient('Sam@Example.com', 'queued'), recipient('kim@example.com', 'queued')],
      },
    },
  })
}

it('exports and erases the campaigns of the time an address was the student’s, and no others', async () => {
  for (const day of ['2026-02-01', '2026-04-01', '2026-07-01']) await mailTo(day)
  const told = await exportCampaigns(deps, period)
  expect(told.map(({ address, campaign }) => [address, campaign.subject])).toEqual([
    ['Sam@Example.com', 'News of 2026-04-01'],
  ])

  await deps.db.$transaction((tx) => eraseCampaigns(tx, period))
  expect(await exportCampaigns(deps, period)).toEqual([])
  const rows = await deps.db.campaignRecipient.findMany({ select: { address: true, state: true } })
  expect(rows.filter(({ address }) => address === 'erased')).toEqual([
    { address: 'erased', state: 'suppressed' },
  ])
  expect(rows.filter(({ address }) => address === 'Sam@Example.com')).toHaveLength(2)
  expect(rows.filter(({ address }) => address === 'kim@example.com')).toHaveLength(3)
})
