import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { matchStatement } from '#server/features/commissions/bank-files/match-statement.ts'
import { payMatched } from '#server/features/commissions/payouts/pay-matched.ts'
import { returnPayments } from '#server/features/commissions/payouts/return-payments.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { pence } from '#shared/money/money.ts'
import { closeFor, exportSeen, makePayee } from '#tests/server/features/commissions/payout-run.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(() => emptyTables(deps.db, 'Referer', 'Student', 'BankFile', 'OutboxMessage'))

const statement = (...lines: string[]) => ['Date,Description,Amount', ...lines, ''].join('\n')

/** Two clubs whose codes begin alike, in a bank file of 1 October. */
async function exported() {
  deps.clock.set('2026-10-01T09:00:00Z')
  const ash = await makePayee(deps, { pence: 2_000, name: 'Ash', referralCode: 'ASH1' })
  const other = await makePayee(deps, { pence: 3_000, name: 'Ash Two', referralCode: 'ASH12' })
  const [first, second] = await closeFor(deps, [ash, other])
  await exportSeen(deps, adminId)
  deps.clock.set(TEST_NOW)
  if (!first || !second) throw new Error('There is no payout')
  return { ash, other, first, second }
}

describe('the bank’s answer', () => {
  it('proposes payouts of the file where amount and reference agree, and changes nothing', async () => {
    const { first, second } = await exported()
    const match = await matchStatement(
      deps,
      statement(
        '02/10/2026,FASTER PAYMENT ASH 2026-Q3 ASH1,-20.00',
        '03/10/2026,2026Q3ASH12 ref,-30.00',
        '03/10/2026,Coffee,-2.40',
      ),
    )
    expect(match).toMatchObject({ lines: 3, returned: [], unclear: [] })
    expect(match.paid).toEqual([
      {
        payoutId: first.id,
        clubName: 'Ash',
        quarter: '2026-Q3',
        amountPence: 2_000,
        day: new Date('2026-10-02T11:00:00Z'),
      },
      {
        payoutId: second.id,
        clubName: 'Ash Two',
        quarter: '2026-Q3',
        amountPence: 3_000,
        day: new Date('2026-10-03T11:00:00Z'),
      },
    ])
    expect(await deps.db.payout.count({ where: { status: 'paid' } })).toBe(0)
  })

  it('names what agrees with none: another amount, and the same payment twice', async () => {
    await exported()
    const match = await matchStatement(
      deps,
      statement(
        '02/10/2026,2026-Q3 ASH1,-19.99',
        '02/10/2026,2026-Q3 ASH12,-30.00',
        '02/10/2026,2026-Q3 ASH12,-30.00',
      ),
    )
    expect(match.paid.map(({ clubName }) => clubName)).toEqual(['Ash Two'])
    expect(match.unclear).toMatchObject([
      { row: 2, amountPence: -1_999 },
      { row: 4, amountPence: -3_000 },
    ])
  })

  it('says nothing of what no bank file names', async () => {
    const ash = await makePayee(deps, { pence: 2_000, referralCode: 'ASH1' })
    await closeFor(deps, [ash])
    const match = await matchStatement(deps, statement('02/10/2026,2026-Q3 ASH1,-20.00'))
    expect(match).toMatchObject({ paid: [], unclear: [] })
  })

  it('is refused where it is no statement', async () => {
    await expect(matchStatement(deps, 'hello')).rejects.toMatchObject({ code: 'STATEMENT_UNREADABLE' })
  })
})

describe('a confirmed statement', () => {
  it('marks as paid on the day of the bank, once, and is silent when it is read again', async () => {
    const { ash, first } = await exported()
    const content = statement('02/10/2026,2026-Q3 ASH1,-20.00')
    const { paid } = await matchStatement(deps, content)
    await expect(
      payMatched(deps, { payouts: paid, totalPence: pence(1_999), adminId }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    const input = { payouts: paid, totalPence: pence(2_000), adminId }
    expect(await payMatched(deps, input)).toEqual({ paid: 1, totalPence: 2_000 })
    expect(await payMatched(deps, input)).toEqual({ paid: 0, totalPence: 0 })
    expect(await listPayouts(deps, ash.id)).toMatchObject([
      { id: first.id, status: 'paid', paidAt: new Date('2026-10-02T11:00:00Z') },
    ])
    expect(await deps.db.document.count({ where: { payoutId: first.id } })).toBe(1)
    expect(await matchStatement(deps, content)).toMatchObject({ paid: [], returned: [], unclear: [] })
  })
})

describe('a payment that came back', () => {
  it('reopens the payout with its number, out of the file, and asks the club; the ledger stays', async () => {
    const { ash, first } = await exported()
    const { paid } = await matchStatement(deps, statement('02/10/2026,2026-Q3 ASH1,-20.00'))
    await payMatched(deps, { payouts: paid, totalPence: pence(2_000), adminId })
    const document = await deps.db.document.findFirstOrThrow({ where: { payoutId: first.id } })
    const entries = await deps.db.ledgerEntry.findMany({ where: { refererId: ash.id } })

    const both = statement('02/10/2026,2026-Q3 ASH1,-20.00', '05/10/2026,RETURNED 2026-Q3 ASH1,20.00')
    const match = await matchStatement(deps, both)
    expect(match).toMatchObject({ paid: [], returned: [{ payoutId: first.id }], unclear: [] })
    const input = { payoutIds: [first.id], totalPence: pence(2_000), adminId }
    await expect(returnPayments(deps, { ...input, totalPence: pence(1) })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await returnPayments(deps, input)).toEqual({ returned: 1, totalPence: 2_000 })
    expect(await returnPayments(deps, input)).toEqual({ returned: 0, totalPence: 0 })

    const payout = await deps.db.payout.findUniqueOrThrow({ where: { id: first.id } })
    expect(payout).toMatchObject({ status: 'pending', exportedAt: null, paidAt: null })
    expect(await deps.db.ledgerEntry.findMany({ where: { refererId: ash.id } })).toEqual(entries)
    const mails = await deps.db.outboxMessage.findMany({ where: { template: 'payout-returned' } })
    expect(mails).toMatchObject([{ props: { totalPence: 2_000, quarter: '2026-Q3' } }])
    const audit = await deps.db.auditEntry.findMany({ where: { action: 'payout.returned' } })
    expect(audit).toMatchObject([{ actorId: adminId, subjectId: first.id }])

    // The next file names it again, and says so; paid again it keeps its document.
    const again = await exportSeen(deps, adminId)
    expect(again).toMatchObject({ payouts: 1, totalPence: 2_000, repeated: 1 })
    await payMatched(deps, { payouts: paid, totalPence: pence(2_000), adminId })
    expect(await deps.db.document.findMany({ where: { payoutId: first.id } })).toEqual([document])
  })

  it('is no answer to the next file when its statement is read again', async () => {
    const { first } = await exported()
    const old = ['02/10/2026,2026-Q3 ASH1,-20.00', '05/10/2026,RETURNED 2026-Q3 ASH1,20.00']
    const { paid } = await matchStatement(deps, statement(...old.slice(0, 1)))
    await payMatched(deps, { payouts: paid, totalPence: pence(2_000), adminId })
    await returnPayments(deps, { payoutIds: [first.id], totalPence: pence(2_000), adminId })
    await exportSeen(deps, adminId)
    const nothing = { paid: [], returned: [] }
    expect(await matchStatement(deps, statement(...old))).toMatchObject(nothing)
    expect(await matchStatement(deps, statement(...old.slice(0, 1)))).toMatchObject(nothing)

    deps.clock.set('2026-11-30T09:00:00Z')
    const whole = statement(...old, '24/11/2026,2026-Q3 ASH1,-20.00')
    const again = await matchStatement(deps, whole)
    expect(again).toMatchObject({ paid: [{ payoutId: first.id, day: new Date('2026-11-24T12:00:00Z') }] })
    await payMatched(deps, { payouts: again.paid, totalPence: pence(2_000), adminId })
    expect(await matchStatement(deps, whole)).toMatchObject(nothing)
    expect(await matchStatement(deps, statement(...old))).toMatchObject(nothing)
  })

  it('on the day of its payment is no payment, whichever way round the bank lists them', async () => {
    await exported()
    const [out, back] = ['02/10/2026,2026-Q3 ASH1,-20.00', '02/10/2026,RETURNED 2026-Q3 ASH1,20.00']
    const later = '03/10/2026,Coffee,-2.40'
    for (const lines of [
      [out, back, later],
      [later, back, out],
    ]) {
      expect(await matchStatement(deps, statement(...lines))).toMatchObject({ paid: [], returned: [] })
    }
  })
})
