import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBankFiles } from '#server/features/commissions/bank-files/bank-file-queries.ts'
import { downloadBankFile } from '#server/features/commissions/bank-files/stored-bank-files.ts'
import { closeFor, exportSeen, makePayee } from '#tests/server/features/commissions/payout-run.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())

it('returns a bank file unchanged and records who downloaded it; it is stored sealed', async () => {
  await closeFor(deps, [await makePayee(deps, { pence: 2_000 }), await makePayee(deps, { pence: 3_000 })])
  const { content, name } = await exportSeen(deps, adminId)
  const [file] = await listBankFiles(deps)
  expect(file).toMatchObject({ filename: name, payouts: 2, totalAmount: 5_000, unfrozen: 0, paid: 0 })
  const id = file?.id ?? ''
  // A new file would change with the referers; a stored one does not.
  await deps.db.referer.updateMany({ data: { name: 'Other', bankDetailsSealed: null } })
  deps.clock.advance(60_000)
  expect(await downloadBankFile(deps, { id, adminId })).toEqual({ name, content })
  expect(await deps.db.auditEntry.findMany({ where: { action: 'bankFile.downloaded' } })).toMatchObject([
    { actorId: adminId, subjectId: id, at: deps.clock.now(), details: { file: name } },
  ])
  const row = await deps.db.bankFile.findUniqueOrThrow({ where: { id } })
  expect(Buffer.from(row.contentSealed).toString('latin1')).not.toContain('12344321')
})

it('refuses an unknown file and one with changed content', async () => {
  const unknown = downloadBankFile(deps, { id: 'nothing', adminId })
  await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { id } = await deps.db.bankFile.findFirstOrThrow()
  await deps.db.bankFile.update({ where: { id }, data: { sha256: '0'.repeat(64) } })
  await expect(downloadBankFile(deps, { id, adminId })).rejects.toThrow('is not what was made')
})
