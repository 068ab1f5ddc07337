import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { markPaid, payQuarter } from '#server/features/commissions/payouts/pay-payouts.ts'
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
import { readOutbox } from '#tests/support/outbox.ts'
import { size } from '#tests/support/size.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(async () => {
  await emptyTables(deps.db, 'Referer', 'Student')
})

async function threePayouts() {
  const referers = [
    await makePayee(deps, { pence: 2_000 }),
    await makePayee(deps, { pence: 3_000, isVatRegistered: true, vatNumber: 'GB111111162' }),
    await makePayee(deps, { pence: 4_000 }),
  ]
  const payouts = await closeFor(deps, referers)
  await exportSeen(deps, adminId)
  return { referers, payouts }
}

/** £20.00, £36.00 with VAT, £40.00. */
const TOTAL = 9_600

const pay = (
  payouts: readonly { id: string }[],
  total = TOTAL,
  over: { quarterYear?: string; paidAt?: Date } = {},
) =>
  payQuarter(deps, {
    quarterYear: QUARTER,
    paidAt: null,
    payoutIds: payouts.map(({ id }) => id),
    totalPence: pence(total),
    adminId,
    ...over,
  })

const statuses = async () =>
  (await deps.db.payout.findMany({ orderBy: { id: 'asc' } })).map(({ status }) => status)

const lastNumber = async () =>
  (await deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'payout' } })).lastNumber

describe('paying a whole quarter', () => {
  it('gives each payout its number and mail in one transaction', async () => {
    const { referers, payouts } = await threePayouts()
    const before = await lastNumber()
    expect(await pay(payouts)).toEqual({ paid: 3, totalPence: TOTAL })
    expect(await statuses()).toEqual(['paid', 'paid', 'paid'])
    expect(await lastNumber()).toBe(before + 3)
    for (const [index, { email, id }] of referers.entries()) {
      expect(await readOutbox(deps, 'payout-paid', email)).toHaveLength(1)
      const [payout] = await listPayouts(deps, id)
      expect(payout).toMatchObject({ id: payouts[index]?.id, status: 'paid', paidAt: deps.clock.now() })
      const document = await deps.db.document.findUnique({ where: { payoutId: payout?.id ?? '' } })
      expect(document?.details).toMatchObject({ totals: { grossPence: payout?.totalPence } })
    }
    const audits = await deps.db.auditEntry.findMany({
      where: { action: 'payout.paid', subjectId: { in: payouts.map(({ id }) => id) } },
    })
    expect(audits.map(({ actorId }) => actorId)).toEqual([adminId, adminId, adminId])
  })

  it('changes nothing when repeated, and pays once in ten concurrent requests', async () => {
    const { payouts, referers } = await threePayouts()
    const before = await lastNumber()
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(payouts)))
    expect(answers.map(({ paid }) => paid).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 3])
    expect(await pay(payouts)).toEqual({ paid: 0, totalPence: 0 })
    expect(await lastNumber()).toBe(before + 3)
    expect(await readOutbox(deps, 'payout-paid', referers[0]?.email ?? '')).toHaveLength(1)
  })

  it('does not change payouts that were paid one by one', async () => {
    const { payouts } = await threePayouts()
    await markPaid(deps, { id: payouts[0]?.id ?? '', adminId, paidAt: null })
    expect(await pay(payouts)).toEqual({ paid: 2, totalPence: TOTAL - 2_000 })
  })

  it('stores the day the bank sent it, never a future one, and that the file paid it', async () => {
    const { payouts } = await threePayouts()
    const sent = new Date('2026-11-19T12:00:00Z')
    await pay(payouts.slice(0, 1), 2_000, { paidAt: sent })
    await pay(payouts.slice(1), TOTAL - 2_000, { paidAt: new Date('2026-12-01T12:00:00Z') })
    const rows = await deps.db.payout.findMany({ orderBy: { paidAt: 'asc' } })
    const now = deps.clock.now()
    expect(rows.map(({ paidAt, paidHow }) => [paidAt, paidHow])).toEqual([
      [sent, 'bankFile'],
      [now, 'bankFile'],
      [now, 'bankFile'],
    ])
  })

  it('pays nothing where one of them is in no file', async () => {
    const { payouts } = await threePayouts()
    await unfreezeSeen(deps, adminId, [payouts[2]?.id ?? ''])
    await expect(pay(payouts)).rejects.toMatchObject({ code: 'PAYOUT_NOT_IN_FILE' })
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    expect(await pay(payouts.slice(0, 2), TOTAL - 4_000)).toMatchObject({ paid: 2 })
  })

  it('pays nothing where the sum is not what the admin saw', async () => {
    const { payouts } = await threePayouts()
    await expect(pay(payouts, TOTAL + 1)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(pay(payouts.slice(1))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
  })

  it('pays nothing where one of them cannot be paid', async () => {
    const { payouts, referers } = await threePayouts()
    const before = await lastNumber()
    await expect(pay([...payouts, { id: 'nothing' }])).rejects.toMatchObject({ code: 'PAYOUT_NOT_FOUND' })
    await expect(pay(payouts, TOTAL, { quarterYear: '2026-Q2' })).rejects.toMatchObject({
      code: 'PAYOUT_NOT_FOUND',
    })
    const id = referers[2]?.id ?? ''
    await deps.db.referer.update({ where: { id }, data: { bankChangedAt: deps.clock.now() } })
    await expect(pay(payouts)).rejects.toMatchObject({ code: 'BANK_CHANGE_UNREVIEWED' })
    expect(await statuses()).toEqual(['pending', 'pending', 'pending'])
    expect(await lastNumber()).toBe(before)
  })

  it('handles a full run', async () => {
    const count = size(40, 1_000)
    const referers = []
    for (let index = 0; index < count; index++) referers.push(await makePayee(deps, { pence: 1_000 + index }))
    const payouts = await closeFor(deps, referers)
    await exportSeen(deps, adminId)
    const total = payouts.reduce((sum, { totalPence }) => sum + totalPence, 0)
    expect(await pay(payouts, total)).toEqual({ paid: count, totalPence: total })
  }, 600_000)
})
