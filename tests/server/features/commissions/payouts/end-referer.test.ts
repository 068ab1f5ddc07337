import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endReferer } from '#server/features/commissions/payouts/end-referer.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { findActiveCode } from '#server/features/referers/queries.ts'
import { newId } from '#server/infra/ids.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(() => deps.clock.set(TEST_NOW))

const inQ3 = new Date('2026-08-10T09:00:00Z')
const end = (id: string) => endReferer(deps, { id, reason: 'Moved away', adminId })

async function withUnpaid(...amounts: [pence: number, at: Date][]) {
  const { id, code } = await makeReferer(deps)
  for (const [amount, at] of amounts) {
    await makeCommission(deps, { refererId: id, at, entries: [{ kind: 'earned', pence: amount }] })
  }
  return { id, code }
}

const forfeits = (refererId: string) =>
  deps.db.ledgerEntry.findMany({
    where: { refererId, kind: 'forfeited' },
    select: { amountPence: true, quarter: true },
  })

async function closeNext() {
  deps.clock.set('2027-01-01T00:00:00Z')
  await generatePayouts(deps, '2026-Q4')
}

describe('endReferer', () => {
  it('revokes the code and every session, and records who did it', async () => {
    const { id, code } = await withUnpaid()
    const { sessionId } = await makeSession(deps, { refererId: id })
    expect(await end(id)).toEqual({ endedAt: deps.clock.now(), forfeitedPence: 0 })
    expect(await findActiveCode(deps.db, code)).toBeNull()
    const session = await deps.db.session.findUniqueOrThrow({ where: { id: sessionId } })
    expect(session.revokedAt).toEqual(deps.clock.now())
    expect(await deps.db.auditEntry.findFirst({ where: { subjectId: id } })).toMatchObject({
      action: 'referer.ended',
      actorId: adminId,
      details: { reason: 'Moved away', forfeitedPence: 0 },
    })
    expect(await forfeits(id)).toEqual([])
  })

  it('forfeits unpaid commission below £10, once', async () => {
    const { id } = await withUnpaid([600, inQ3], [399, new Date(TEST_NOW)])
    expect(await end(id)).toMatchObject({ forfeitedPence: 999 })
    expect(await forfeits(id)).toEqual([{ amountPence: -999, quarter: '2026-Q4' }])
    await generatePayouts(deps, '2026-Q3')
    await closeNext()
    await generatePayouts(deps, '2026-Q4')
    expect(await listPayouts(deps, id)).toEqual([])
    expect(await forfeits(id)).toHaveLength(1)
  })

  it('pays £10 or more at the next close, also when two quarters add up to it', async () => {
    const { id } = await withUnpaid([600, inQ3], [400, new Date(TEST_NOW)])
    await end(id)
    await generatePayouts(deps, '2026-Q3')
    expect(await forfeits(id)).toEqual([])
    await closeNext()
    expect(await listPayouts(deps, id)).toMatchObject([{ quarter: '2026-Q4', payoutPence: 1_000 }])
  })

  it('closes the last quarter before it sums up the rest', async () => {
    const { id } = await withUnpaid([1_200, inQ3], [500, new Date(TEST_NOW)])
    expect(await end(id)).toMatchObject({ forfeitedPence: 500 })
    expect(await listPayouts(deps, id)).toMatchObject([{ quarter: '2026-Q3', payoutPence: 1_200 }])
  })

  it('waits for an estimated card fee, and forfeits at the close where it is still too little', async () => {
    const { id } = await makeReferer(deps)
    const { commissionId } = await makeCommission(deps, {
      refererId: id,
      entries: [{ kind: 'earned', pence: 300, isEstimate: true }],
    })
    await makeCommission(deps, { refererId: id, entries: [{ kind: 'earned', pence: 200 }] })
    expect(await end(id)).toMatchObject({ forfeitedPence: 0 })
    await closeNext()
    expect(await forfeits(id)).toEqual([])
    const writtenAt = new Date('2027-01-05T09:00:00Z')
    const corrected = { kind: 'corrected', amountPence: -20, quarter: '2027-Q1', writtenAt } as const
    await deps.db.ledgerEntry.create({
      data: { id: newId(writtenAt), refererId: id, commissionId, ...corrected },
    })
    deps.clock.set('2027-03-31T23:00:00Z')
    await generatePayouts(deps, '2027-Q1')
    expect(await forfeits(id)).toEqual([{ amountPence: -480, quarter: '2027-Q1' }])
  })

  it('forfeits commission below £10 that arrives after the end, at the close, once', async () => {
    const { id } = await withUnpaid()
    await end(id)
    await makeCommission(deps, { refererId: id, entries: [{ kind: 'earned', pence: 300 }] })
    await closeNext()
    await generatePayouts(deps, '2026-Q4')
    expect(await forfeits(id)).toEqual([{ amountPence: -300, quarter: '2026-Q4' }])
  })

  it('keeps a debt', async () => {
    const { id } = await makeReferer(deps)
    await makeCommission(deps, { refererId: id, entries: [{ kind: 'reversed', pence: -300 }] })
    expect(await end(id)).toMatchObject({ forfeitedPence: 0 })
  })

  it('ends an existing referer once', async () => {
    const { id } = await withUnpaid([500, inQ3])
    const ends = await Promise.allSettled([end(id), end(id), end(id)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await forfeits(id)).toHaveLength(1)
    await expect(end(id)).rejects.toMatchObject({ code: 'REFERER_ENDED' })
    await expect(end('nobody')).rejects.toMatchObject({ code: 'REFERER_NOT_FOUND' })
  })
})
