import { afterAll, beforeAll, expect, it } from 'vitest'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { isBankUnreviewed } from '#server/features/referers/bank-details.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { REFERER_PASSWORD } from '#tests/support/factories/referer.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

const early = new Date('2026-11-01T00:00:00Z')
const late = new Date('2026-11-02T00:00:00Z')

it.each([
  ['was never made', null, null, false],
  ['nobody looked at', late, null, true],
  ['came after the last look', late, early, true],
  ['an admin made and so looked at', late, late, false],
  ['was looked at', early, late, false],
])('a change that %s', (_what, bankChangedAt, bankReviewedAt, isUnreviewed) => {
  expect(isBankUnreviewed({ bankChangedAt, bankReviewedAt })).toBe(isUnreviewed)
})

it('keeps a payout from being marked paid until an admin has looked at the new bank details', async () => {
  const { deps } = shop.shop
  const { id: refererId } = shop.people.referer
  await makeCommission(deps, {
    refererId,
    at: new Date('2026-08-10T09:00:00Z'),
    entries: [{ kind: 'earned', pence: 1_500 }],
  })
  await generatePayouts(deps, '2026-Q3')
  const [payout] = await listPayouts(deps, refererId)
  const pay = () =>
    shop.call({
      as: 'admin',
      path: 'admin.setPayoutStatus',
      type: 'mutation',
      input: { id: payout?.id, status: 'paid', paidAt: deps.clock.now().toISOString() },
    })
  const bank = {
    currentPassword: REFERER_PASSWORD,
    accountName: 'Meadow Flyers',
    sortCode: '12-34-56',
    accountNumber: '01234567',
  }
  await shop.call({ as: 'referer', path: 'referer.changeBankDetails', type: 'mutation', input: bank })

  const refused = await pay()
  expect([refused.statusCode, refused.json().error.json]).toMatchObject([
    409,
    {
      message: 'The bank details of this referer have changed. Please look at the change before paying.',
      data: { code: 'BANK_CHANGE_UNREVIEWED' },
    },
  ])
  expect(await deps.db.document.count()).toBe(0)

  const listed = await shop.call({ as: 'admin', path: 'admin.bankChanges', type: 'query' })
  const [change] = listed.json().result.data.json
  const input = { id: change.id, changedAt: change.changedAt }
  await shop.call({ as: 'admin', path: 'admin.reviewBankChange', type: 'mutation', input })
  expect((await pay()).json().result.data.json).toMatchObject({ status: 'paid', payoutAmount: '15.00' })

  const actors = await deps.db.auditEntry.findMany({
    where: { action: 'referer.bankChanged' },
    select: { actorKind: true, actorId: true },
  })
  expect(actors).toEqual([{ actorKind: 'referer', actorId: refererId }])
})
