import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { listBankFiles } from '#server/features/commissions/bank-files/bank-file-queries.ts'
import { markPaid, payQuarter } from '#server/features/commissions/payouts/pay-payouts.ts'
import { reversePayments } from '#server/features/commissions/payouts/reverse-payments.ts'
import { pence } from '#shared/money/money.ts'
import { closeFor, exportSeen, makePayee, QUARTER } from '#tests/server/features/commissions/payout-run.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { readOutbox } from '#tests/support/outbox.ts'

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

/** Two payouts of a file, £20.00 and £30.00, and a third that was paid by hand. */
async function paidFile() {
  const byHand = await makePayee(deps, { pence: 4_000 }, null)
  const referers = [await makePayee(deps, { pence: 2_000 }), await makePayee(deps, { pence: 3_000 }), byHand]
  const payouts = await closeFor(deps, referers)
  const [first, second, third] = payouts.map(({ id }) => id)
  await exportSeen(deps, adminId)
  await payQuarter(deps, {
    quarterYear: QUARTER,
    payoutIds: [first ?? '', second ?? ''],
    totalPence: pence(5_000),
    paidAt: null,
    adminId,
  })
  await markPaid(deps, { id: third ?? '', adminId, paidAt: null, paidHow: 'bankTransfer' })
  const [file] = await listBankFiles(deps)
  return { referers, payouts, fileId: file?.id ?? '' }
}

const statuses = async (ids: readonly { id: string }[]) => {
  const rows = await deps.db.payout.findMany({ where: { id: { in: ids.map(({ id }) => id) } } })
  return ids.map(({ id }) => rows.find((row) => row.id === id)?.status)
}

it('reverses every payment of a file in one transaction, keeps numbers and deletes queued mails', async () => {
  const { referers, payouts, fileId } = await paidFile()
  const documents = await deps.db.document.count({ where: { payoutId: { not: null } } })
  const [left, waiting] = referers.map(({ email }) => email)
  await deps.db.outboxMessage.updateMany({ where: { toAddress: left ?? '' }, data: { status: 'sent' } })
  const answer = await reversePayments(deps, { bankFileId: fileId, totalPence: pence(5_000), adminId })
  expect(answer).toEqual({ reversed: 2, totalPence: 5_000 })
  expect(await statuses(payouts)).toEqual(['pending', 'pending', 'paid'])
  expect(await deps.db.document.count({ where: { payoutId: { not: null } } })).toBe(documents)
  expect(await readOutbox(deps, 'payout-paid', left ?? '')).toHaveLength(1)
  expect(await readOutbox(deps, 'payout-paid', waiting ?? '')).toEqual([])
  const entries = await deps.db.auditEntry.findMany({
    where: { action: 'payout.pending', subjectId: { in: payouts.map(({ id }) => id) } },
  })
  const withdrawn = payouts.map(({ id }) => entries.find(({ subjectId }) => subjectId === id)?.details)
  expect(withdrawn).toMatchObject([{ mailWithdrawn: false }, { mailWithdrawn: true }, undefined])
  // They stay in their file: no second one contains them.
  expect(await exportSeen(deps, adminId)).toMatchObject({ payouts: 0 })
  expect(await listBankFiles(deps)).toMatchObject([{ paid: 0, unfrozen: 0 }])
})

it('reverses nothing where the sum differs or the file is unknown', async () => {
  const { payouts, fileId } = await paidFile()
  const wrong = reversePayments(deps, { bankFileId: fileId, totalPence: pence(9_000), adminId })
  await expect(wrong).rejects.toMatchObject({ code: 'CONFLICT' })
  const unknown = reversePayments(deps, { bankFileId: 'nothing', totalPence: pence(0), adminId })
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await statuses(payouts)).toEqual(['paid', 'paid', 'paid'])
})

it('reverses each once in five concurrent requests', async () => {
  const { payouts, fileId } = await paidFile()
  const request = { bankFileId: fileId, totalPence: pence(5_000), adminId }
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => reversePayments(deps, request)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const where = { action: 'payout.pending', subjectId: { in: payouts.map(({ id }) => id) } }
  expect(await deps.db.auditEntry.count({ where })).toBe(2)
})
