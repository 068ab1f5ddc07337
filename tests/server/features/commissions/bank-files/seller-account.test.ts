import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listBankFiles } from '#server/features/commissions/bank-files/bank-file-queries.ts'
import {
  findSellerAccount,
  setSellerAccount,
} from '#server/features/commissions/bank-files/seller-account.ts'
import { presentSellerAccount } from '#server/features/commissions/present.ts'
import { sealBankDetails } from '#server/features/referers/bank-details.ts'
import type { SellerAccountInput } from '#shared/schemas/payout-run.ts'
import { closeFor, exportSeen, makePayee } from '#tests/server/features/commissions/payout-run.ts'
import { emptyTables } from '#tests/support/database.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'

const PAYEE_BANK = { bankName: null, accountName: 'Copy', sortCode: '123456', accountNumber: '12344321' }

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(async () => {
  await deps.db.sellerAccount.deleteMany()
  await emptyTables(deps.db, 'Referer', 'Student', 'BankFile')
})

const set = (change: Partial<SellerAccountInput> = {}) =>
  setSellerAccount(deps, {
    layout: 'coutts',
    sortCode: '12-34-56',
    accountNumber: '12345678',
    accountName: 'Made-up Films Ltd',
    serviceUserNumber: '',
    adminId,
    ...change,
  })

/** So many pending payouts, copies of one with its referer: each by itself would take a second of all together. */
async function makePayouts(count: number): Promise<void> {
  const payee = await makePayee(deps, { pence: 1_500 })
  const [payout] = await closeFor(deps, [payee])
  const referer = await deps.db.referer.findUniqueOrThrow({ where: { id: payee.id } })
  const row = await deps.db.payout.findUniqueOrThrow({ where: { id: payout?.id ?? '' } })
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    id: `copy-${index}`,
    totalPence: 1_501 + index,
  }))
  await deps.db.referer.createMany({
    data: others.map(({ id }, index) => ({
      ...referer,
      ...sealBankDetails(deps, { kind: 'Referer', id }, PAYEE_BANK),
      id,
      referralCode: `COPY${index}`,
    })),
  })
  await deps.db.payout.createMany({
    data: others.map(({ id, totalPence }) => ({
      ...row,
      id,
      refererId: id,
      payoutPence: totalPence,
      totalPence,
    })),
  })
}

describe('the seller’s account', () => {
  it('is sealed, shown by its endings, and a masked number stays as it is', async () => {
    await set()
    const row = await deps.db.sellerAccount.findUniqueOrThrow({ where: { id: 'seller' } })
    expect(Buffer.from(row.detailsSealed ?? []).toString('latin1')).not.toContain('12345678')
    const shown = presentSellerAccount(await findSellerAccount(deps))
    expect(shown).toMatchObject({ layout: 'coutts', sortCode: '••-••-56', accountNumber: '••••5678' })
    await set({
      sortCode: shown.sortCode ?? '',
      accountNumber: shown.accountNumber ?? '',
      accountName: 'New Name',
    })
    expect((await findSellerAccount(deps)).account).toMatchObject({
      sortCode: '123456',
      accountNumber: '12345678',
      accountName: 'New Name',
    })
    const audit = await deps.db.auditEntry.findMany({ where: { action: 'sellerAccount.changed' } })
    expect(audit.map(({ details }) => details)).toMatchObject([
      { isAccountChanged: true, accountEnding: '5678' },
      { isAccountChanged: false },
    ])
    expect(JSON.stringify(audit)).not.toContain('12345678')
  })

  it('is refused where the layout wants more', async () => {
    const missing = { code: 'SELLER_ACCOUNT_MISSING' }
    await expect(set({ layout: 'bacsStandard18' })).rejects.toMatchObject(missing)
    await set({ layout: 'bacsStandard18', serviceUserNumber: '408912' })
    await expect(set({ sortCode: '', accountNumber: '', accountName: '' })).rejects.toMatchObject(missing)
    await expect(set({ accountNumber: '1234567' })).rejects.toMatchObject({ code: 'BANK_ACCOUNT_INVALID' })
  })

  it('can be deleted where a plain CSV does', async () => {
    await set()
    await set({ layout: 'generic', sortCode: '', accountNumber: '', accountName: '' })
    expect(await findSellerAccount(deps)).toEqual({ layout: 'generic', account: null })
  })
})

describe('a bank file in the seller’s layout', () => {
  it('is paid from the account on the day chosen, and named by its layout', async () => {
    await set()
    await closeFor(deps, [await makePayee(deps, { pence: 2_000, referralCode: 'ASH1' })])
    const made = await exportSeen(deps, adminId)
    expect(made.content.split(',')[12]).toBe('12345612345678')
    const [file] = await listBankFiles(deps)
    expect(file).toMatchObject({ filename: 'payments-2026-Q3-1.csv' })
    const stored = await deps.db.bankFile.findFirstOrThrow()
    expect(stored.layout).toBe('coutts')
    const [audit] = await deps.db.auditEntry.findMany({ where: { action: 'payouts.exported' } })
    expect(audit?.details).toMatchObject({ layout: 'coutts', totalPence: 2_000, sha256: stored.sha256 })
  })

  it('is several, each with its own sum and digest, where it holds fewer payments', async () => {
    await makePayouts(251)
    const { files, payouts, totalPence } = await exportSeen(deps, adminId)
    expect(files.map(({ name, payouts: count }) => [name, count])).toEqual([
      ['payments-2026-Q3-1.csv', 250],
      ['payments-2026-Q3-2.csv', 1],
    ])
    expect([payouts, files.reduce((sum, file) => sum + file.totalPence, 0)]).toEqual([251, totalPence])
    expect(new Set((await deps.db.bankFile.findMany()).map(({ sha256 }) => sha256)).size).toBe(2)
    expect(await deps.db.payout.count({ where: { exportedAt: null } })).toBe(0)
  })
})
