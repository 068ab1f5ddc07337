import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportBankFile } from '#server/features/commissions/export-bank-file.ts'
import { markPaid } from '#server/features/commissions/mark-paid.ts'
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

const frozen = () =>
  deps.db.payout.findMany({
    where: { exportedAt: { not: null } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })

it('takes one payout or all pending ones of a quarter out of their file, and keeps who did it', async () => {
  const referers = [
    await makePayee(deps, { pence: 2_000 }),
    await makePayee(deps, { pence: 3_000 }),
    await makePayee(deps, { pence: 4_000 }),
  ]
  const [first, second, third] = (await closeFor(deps, referers)).map(({ id }) => id)
  await exportBankFile(deps, { quarterYear: QUARTER, adminId })
  await markPaid(deps, { id: third ?? '', adminId, paidAt: null })
  const unfreeze = (payoutIds: string[] | null, quarterYear = QUARTER) =>
    unfreezePayouts(deps, { quarterYear, payoutIds, adminId })

  expect(await unfreeze([second ?? ''], '2026-Q2')).toBe(0)
  expect(await unfreeze([second ?? ''])).toBe(1)
  expect(await unfreeze([second ?? ''])).toBe(0)
  expect(await frozen()).toEqual(
    [{ id: first }, { id: third }].toSorted((a, b) => (a.id ?? '').localeCompare(b.id ?? '')),
  )
  // What was paid stays in its file: the bank has sent it.
  expect(await unfreeze(null)).toBe(1)
  expect(await frozen()).toEqual([{ id: third }])
  const entries = await deps.db.auditEntry.findMany({
    where: { action: 'payouts.unfrozen' },
    orderBy: { id: 'asc' },
    select: { actorId: true, subjectKind: true, subjectId: true, details: true },
  })
  expect(entries).toEqual([
    { actorId: adminId, subjectKind: 'payout', subjectId: second, details: { quarter: QUARTER, payouts: 1 } },
    {
      actorId: adminId,
      subjectKind: 'quarter',
      subjectId: QUARTER,
      details: { quarter: QUARTER, payouts: 1 },
    },
  ])
})
