import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportBankFile } from '#server/features/commissions/export-bank-file.ts'
import { markPaid } from '#server/features/commissions/mark-paid.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { listPayoutRuns } from '#server/features/commissions/queries-payout-run.ts'
import { unfreezePayouts } from '#server/features/commissions/unfreeze-payouts.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { closeFor, makePayee, QUARTER } from './payout-run.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.$executeRaw`truncate "Referer", "Student" cascade`
})

const exportRun = () => exportBankFile(deps, { quarterYear: QUARTER, adminId })

describe('the bank file of a quarter', () => {
  it('names every payout that can be paid, with VAT, and freezes it', async () => {
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
      { quarter: QUARTER, pending: 2, totalPence: 149_647, exported: 2, exportedPence: 149_647 },
    ])
  })

  it('names those it leaves out, each with the reason, and freezes none of them', async () => {
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

  it('pays nobody twice: what one file names, the next does not, unless it was unfrozen', async () => {
    const referer = await makePayee(deps, { pence: 2_000 })
    const [payout] = await closeFor(deps, [referer])
    const files = await Promise.all([exportRun(), exportRun(), exportRun()])
    expect(files.map(({ payouts }) => payouts).toSorted()).toEqual([0, 0, 1])
    const again = await exportRun()
    expect(again).toMatchObject({ content: '', payouts: 0, totalPence: 0 })
    expect(again.refused).toMatchObject([{ id: payout?.id, problem: 'exported' }])
    expect(await unfreezePayouts(deps, { quarterYear: QUARTER, payoutIds: null, adminId })).toBe(1)
    expect(await exportRun()).toMatchObject({ payouts: 1, totalPence: 2_000 })
  })

  it('has the sums of what was made again after a change of the registration for VAT', async () => {
    const referer = await makePayee(deps, { pence: 2_000 })
    const [before] = await closeFor(deps, [referer])
    await deps.db.referer.update({
      where: { id: referer.id },
      data: { isVatRegistered: true, vatNumber: 'GB111111111' },
    })
    expect(await exportRun()).toMatchObject({ payouts: 1, totalPence: 2_400 })
    const [after] = await listPayouts(deps, referer.id)
    expect(after?.id).not.toBe(before?.id)
    await markPaid(deps, { id: after?.id ?? '', adminId, paidAt: null })
    expect(await listPayouts(deps, referer.id)).toMatchObject([{ status: 'paid', totalPence: 2_400 }])
  })
})
