import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { resumeCampaign } from '#server/features/campaigns/change-campaign.ts'
import { sendCampaign } from '#server/features/campaigns/send-campaign.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { addresses, startTestCampaign } from './campaign.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps({ env: { MAIL_RATE_PER_SECOND: '100000', MAIL_CONCURRENCY: '8' } })
})
afterAll(() => deps.close())

/** Configuration refuses such keys, but a campaign must not lose recipients over any other composing error. */
function signingWith(privateKey: string): TestDeps {
  const dkim = { domain: 'example.com', selector: 's1', privateKey }
  return { ...deps, config: { ...deps.config, mail: { ...deps.config.mail, dkim } } }
}

const ed25519 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

it.each([
  ['cannot be composed', ed25519],
  ['cannot even be prepared', 'no key'],
])('a campaign whose mails %s is paused with the reason, and every recipient still waits', async (_, key) => {
  const list = addresses(40)
  const campaignId = await startTestCampaign(deps, list)
  deps.bulkMailer.delivered.length = 0

  await sendCampaign(signingWith(key), { campaignId })

  const states = () =>
    deps.db.campaignRecipient.groupBy({ by: ['state'], where: { campaignId }, _count: { _all: true } })
  expect(await states()).toEqual([{ state: 'queued', _count: { _all: 40 } }])
  expect(deps.bulkMailer.delivered).toEqual([])
  expect(await deps.db.campaign.findUniqueOrThrow({ where: { id: campaignId } })).toMatchObject({
    status: 'paused',
    pauseReason: expect.stringMatching(/^A mail could not be composed: ./),
    finishedAt: null,
    runnerId: null,
  })

  const admin = await makeAdmin(deps)
  await resumeCampaign(deps, { id: campaignId, adminId: admin.id })
  await sendCampaign(deps, { campaignId })
  expect(await states()).toEqual([{ state: 'sent', _count: { _all: 40 } }])
  expect(deps.bulkMailer.delivered.map(({ to }) => to).toSorted()).toEqual(list)
})
