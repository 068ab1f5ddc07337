import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listBankFiles } from '#server/features/commissions/bank-files/bank-file-queries.ts'
import { exportBankFile } from '#server/features/commissions/bank-files/export-bank-file.ts'
import { listPayoutRuns } from '#server/features/commissions/bank-files/payout-run-queries.ts'
import { reverseCommission } from '#server/features/commissions/commissions.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { pence } from '#shared/money/money.ts'
import {
  closeFor,
  exportSeen,
  makePayee,
  QUARTER,
  unfreezeSeen,
} from '#tests/server/features/commissions/payout-run.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(async () => {
  await emptyTables(deps.db, 'Referer', 'Student', 'BankFile')
})

const exportRun = () => exportSeen(deps, adminId)
const unfreezeRun = () => unfreezeSeen(deps, adminId)

describe('the bank file of a quarter', () => {
  it('contains every payable payout, with VAT, and freezes it', async () => {
    const plain = await makePayee(deps, { pence: 1_500, name: 'Ash Club', referralCode: 'ASH1' })
    const registered = await makePayee(
      deps,
      { pence: 123_456, name: 'Birch Club', referralCode: 'BIRCH2', isVatRegistered: true, vatNumber: 'GB1' },
      { accountName: 'Birch & Söhne, the', sortCode: '010203', accountNumber: '00000042' },
    )
    const payouts = await closeFor(deps, [plain, registered])
    const { content, payouts: count, totalPence, refused } = await exportRun()
    expect(parse(content, { columns: true })).toEqual([
      {
        'Sort code': '123456',
        'Account number': '12344321',
        'Account name': 'HEDGEROW FLYING',
        Amount: '15.00',
        Reference: '2026-Q3 ASH1',
      },
      {
        'Sort code': '010203',
        'Account number': '00000042',
        'Account name': 'BIRCH & SOHNE THE',
        Amount: '1481.47',
        Reference: '2026-Q3 BIRCH2',
      },
    ])
    expect([count, totalPence, refused]).toEqual([2, 149_647, []])
    const rows = await deps.db.payout.findMany({ where: { id: { in: payouts.map(({ id }) => id) } } })
    expect(rows.map(({ exportedAt }) => exportedAt)).toEqual([deps.clock.now(), deps.clock.now()])
    const [audit] = await deps.db.auditEntry.findMany({ where: { action: 'payouts.exported' } })
    expect(audit).toMatchObject({
      actorId: adminId,
      subjectId: QUARTER,
      details: { payouts: 2, totalPence: 149_647 },
    })
    expect(JSON.stringify(audit)).not.toContain('12344321')
    expect(await listPayoutRuns(deps)).toEqual([
      { quarterYear: QUARTER, pending: 2, totalAmount: 149_647, exported: 2, exportedAmount: 149_647 },
    ])
  })

  it('lists the payouts left out with their reasons, and freezes none of them', async () => {
    const changed = new Date('2026-11-20T10:00:00Z')
    const good = await makePayee(deps, { pence: 2_000, name: 'Good' })
    const none = await makePayee(deps, { pence: 2_100, name: 'None' }, null)
    const short = await makePayee(deps, { pence: 2_200, name: 'Short' }, { accountNumber: '1234567' })
    const nameless = await makePayee(deps, { pence: 2_300, name: 'Nameless' }, { accountName: '航空' })
    const unseen = await makePayee(deps, { pence: 2_400, name: 'Unseen', bankChangedAt: changed })
    const seen = await makePayee(deps, {
      pence: 2_500,
      name: 'Seen',
      bankChangedAt: changed,
      bankReviewedAt: new Date('2026-11-20T11:00:00Z'),
    })
    await closeFor(deps, [good, none, short, nameless, unseen, seen])
    const { payouts, totalPence, refused } = await exportRun()
    expect([payouts, totalPence]).toEqual([2, 4_500])
    expect(refused.map(({ clubName, problem }) => [clubName, problem])).toEqual([
      ['Nameless', 'noBankDetails'],
      ['None', 'noBankDetails'],
      ['Short', 'noBankDetails'],
      ['Unseen', 'bankUnreviewed'],
    ])
    expect(await deps.db.payout.count({ where: { exportedAt: { not: null } } })).toBe(2)
  })

  it('contains no payout twice unless it was unfrozen', async () => {
    const referer = await makePayee(deps, { pence: 2_000 })
    const [payout] = await closeFor(deps, [referer])
    const input = { quarterYear: QUARTER, totalPence: pence(2_000), adminId }
    const files = await Promise.allSettled([1, 2, 3].map(() => exportBankFile(deps, input)))
    expect(files.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const again = await exportRun()
    expect(again).toMatchObject({ content: '', payouts: 0, totalPence: 0 })
    expect(again.refused).toMatchObject([{ id: payout?.id, problem: 'exported' }])
    expect(await unfreezeRun()).toBe(1)
    expect(await exportRun()).toMatchObject({ payouts: 1, totalPence: 2_000 })
  })

  it('has the new sums of payouts made again after a VAT change', async () => {
    const referer = await makePayee(deps, { pence: 2_000 })
    const [before] = await closeFor(deps, [referer])
    await deps.db.referer.update({
      where: { id: referer.id },
      data: { isVatRegistered: true, vatNumber: 'GB111111162' },
    })
    // The admin saw the sum without VAT: only the payout is made again, and the next request shows its sum.
    await expect(exportRun()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await exportRun()).toMatchObject({ payouts: 1, totalPence: 2_400 })
    const [after] = await listPayouts(deps, referer.id)
    expect(after?.id).not.toBe(before?.id)
    await markPaid(deps, { id: after?.id ?? '', adminId, paidAt: null })
    expect(await listPayouts(deps, referer.id)).toMatchObject([{ status: 'paid', totalPence: 2_400 }])
  })
})

describe('a stored bank file', () => {
  it('counts its repeats in its unique name, also of payouts made again', async () => {
    const [same, changed, fresh] = [
      await makePayee(deps, { pence: 2_000 }),
      await makePayee(deps, { pence: 3_000 }),
      await makePayee(deps, { pence: 4_000 }, null),
    ]
    await closeFor(deps, [same, changed, fresh])
    const first = await exportRun()
    expect(first).toMatchObject({ name: 'payments-2026-Q3-1.csv', payouts: 2, repeated: 0 })
    expect(await unfreezeRun()).toBe(2)
    const { orderId } = await deps.db.commission.findFirstOrThrow({ where: { refererId: changed.id } })
    await deps.db.$transaction((tx) =>
      reverseCommission(tx, {
        orderId,
        orderTotalPence: pence(100),
        returnedPence: pence(10),
        cause: { refundId: null, disputeId: null },
        now: deps.clock.now(),
        vatRate: 0.2,
      }),
    )
    const second = await exportRun()
    expect(second).toMatchObject({ name: 'payments-2026-Q3-2-repeats-2.csv', totalPence: 4_700, repeated: 2 })
    expect(second.content).not.toBe(first.content)
    const rows = await listBankFiles(deps)
    expect(rows.map(({ filename, unfrozen }) => [filename, unfrozen])).toEqual([
      [second.name, 0],
      [first.name, 2],
    ])
  })

  it('is not created where its sum is not what the admin saw', async () => {
    await closeFor(deps, [await makePayee(deps, { pence: 2_000 })])
    const input = { quarterYear: QUARTER, totalPence: pence(1_999), adminId }
    await expect(exportBankFile(deps, input)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await listBankFiles(deps)).toEqual([])
    expect(await deps.db.payout.count({ where: { exportedAt: { not: null } } })).toBe(0)
  })
})
