import { afterAll, beforeAll, expect, it } from 'vitest'
import { unfreezePayouts } from '#server/features/commissions/bank-files/unfreeze-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { pence } from '#shared/money/money.ts'
import { closeFor, exportSeen, makePayee, QUARTER } from '#tests/server/features/commissions/payout-run.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

const frozen = () =>
  deps.db.payout.findMany({
    where: { exportedAt: { not: null } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })

it('takes one or all pending payouts out of their file, and records who did it', async () => {
  const referers = [
    await makePayee(deps, { pence: 2_000 }),
    await makePayee(deps, { pence: 3_000 }),
    await makePayee(deps, { pence: 4_000 }),
  ]
  const [first, second, third] = (await closeFor(deps, referers)).map(({ id }) => id)
  const { name } = await exportSeen(deps, adminId)
  await markPaid(deps, { id: third ?? '', adminId, paidAt: null })
  const unfreeze = (payoutIds: (string | undefined)[], sum: number, quarterYear = QUARTER) =>
    unfreezePayouts(deps, {
      quarterYear,
      payoutIds: payoutIds.map(String),
      totalPence: pence(sum),
      adminId,
    })

  const conflict = { code: 'CONFLICT' }
  await expect(unfreeze([second], 3_000, '2026-Q2')).rejects.toMatchObject(conflict)
  await expect(unfreeze([second], 2_999)).rejects.toMatchObject(conflict)
  expect(await unfreeze([second], 3_000)).toBe(1)
  await expect(unfreeze([second], 3_000)).rejects.toMatchObject(conflict)
  expect(await frozen()).toEqual(
    [{ id: first }, { id: third }].toSorted((a, b) => (a.id ?? '').localeCompare(b.id ?? '')),
  )
  // Paid payouts stay in their file: the bank has processed them.
  await expect(unfreeze([first, third], 6_000)).rejects.toMatchObject(conflict)
  expect(await unfreeze([first], 2_000)).toBe(1)
  expect(await frozen()).toEqual([{ id: third }])
  const entries = await deps.db.auditEntry.findMany({
    where: { action: 'payouts.unfrozen' },
    orderBy: { id: 'asc' },
    select: { actorId: true, subjectKind: true, subjectId: true, details: true },
  })
  expect(entries).toEqual(
    [
      [second, 3_000],
      [first, 2_000],
    ].map(([id, totalPence]) => ({
      actorId: adminId,
      subjectKind: 'payout',
      subjectId: id,
      details: { quarter: QUARTER, payouts: 1, totalPence, files: name },
    })),
  )
  const stood = await deps.db.bankFilePayout.findMany({ where: { unfrozenAt: { not: null } } })
  expect(stood.map(({ payoutId }) => payoutId).toSorted()).toEqual([first, second].toSorted())
})
