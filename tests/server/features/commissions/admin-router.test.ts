import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '#server/context.ts'
import { adminRouter } from '#server/features/admin-auth/router.ts'
import { createCallerFactory } from '#server/trpc.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { makeCommission, makePayout } from './ledger.ts'

let deps: TestDeps
let api: ReturnType<typeof createCaller>
const createCaller = createCallerFactory(adminRouter)

beforeAll(async () => {
  deps = await createTestDeps()
  const admin = await makeAdmin(deps)
  const { token } = await makeSession(deps, { adminId: admin.id })
  await deps.db.session.updateMany({ data: { stepUpAt: deps.clock.now() } })
  const credentials = { bearer: null, refererToken: null, adminCookie: token, refererCookie: null }
  const cookies = { get: () => null, set: () => {}, clear: () => {} }
  const request = { deps, requestId: 'r1', address: '192.0.2.1', userAgent: '', credentials, cookies }
  api = createCaller(createContext(request))
})
afterAll(() => deps.close())

describe('the back office on commissions', () => {
  it('sums up every referer, also without sales, under both names', async () => {
    const busy = await makeReferer(deps, { name: 'Busy' })
    const quiet = await makeReferer(deps, { name: 'Quiet', endedAt: deps.clock.now() })
    await makeCommission(deps, { refererId: busy.id, entries: [{ kind: 'earned', pence: 3_100 }] })
    await makeCommission(deps, { refererId: busy.id, entries: [{ kind: 'earned', pence: 200 }] })
    await makePayout(deps, { refererId: busy.id, quarter: '2026-Q3', status: 'paid', pence: 2_000 })
    const summary = await api.referersSummary()
    expect(summary).toEqual([
      {
        club: expect.objectContaining({ id: busy.id, name: 'Busy', referralCode: busy.code, endedAt: null }),
        totalCommission: '33.00',
        totalPaid: '20.00',
        unpaidCommission: '13.00',
        overpaidCommission: '0.00',
        commissionCount: 2,
        payoutCount: 1,
      },
      {
        club: expect.objectContaining({ id: quiet.id, endedAt: deps.clock.now().toISOString() }),
        totalCommission: '0.00',
        totalPaid: '0.00',
        unpaidCommission: '0.00',
        overpaidCommission: '0.00',
        commissionCount: 0,
        payoutCount: 0,
      },
    ])
    expect(await api.clubsSummary()).toEqual(summary)
    expect(await api.refererCommissions({ id: busy.id })).toHaveLength(2)
    expect(await api.refererPayouts({ id: busy.id })).toMatchObject([{ payoutAmount: '20.00' }])
    expect(await api.refererApplications()).toEqual([])
  })

  it('adds up where more was paid than stayed earned: Total − Paid is Unpaid − Overpaid', async () => {
    const club = await makeReferer(deps)
    await makeCommission(deps, {
      refererId: club.id,
      entries: [
        { kind: 'earned', pence: 2_000 },
        { kind: 'reversed', pence: -700 },
      ],
    })
    await makePayout(deps, { refererId: club.id, quarter: '2026-Q3', status: 'paid', pence: 2_000 })
    const row = (await api.referersSummary()).find((summary) => summary.club.id === club.id)
    expect(row).toMatchObject({
      totalCommission: '13.00',
      totalPaid: '20.00',
      unpaidCommission: '0.00',
      overpaidCommission: '7.00',
    })
  })

  it('sums up a referer’s whole ledger by quarter, newest first', async () => {
    const club = await makeReferer(deps)
    const august = new Date('2026-08-02T10:00:00Z')
    const june = new Date('2026-06-30T23:30:00Z')
    const sold = (at: Date, ...entries: Parameters<typeof makeCommission>[1]['entries']) =>
      makeCommission(deps, { refererId: club.id, at, entries })
    await sold(august, { kind: 'earned', pence: 700 })
    await sold(june, { kind: 'earned', pence: 500 }, { kind: 'reversed', pence: -200, at: deps.clock.now() })
    const other = await makeReferer(deps)
    await makeCommission(deps, {
      refererId: other.id,
      at: august,
      entries: [{ kind: 'earned', pence: 5_000 }],
    })
    const row = { forfeitedAmount: '0.00', isUnprocessed: false }
    expect(await api.refererQuarters({ id: club.id })).toEqual([
      { ...row, quarterYear: '2026-Q4', sales: 0, earnedAmount: '-2.00' },
      { ...row, quarterYear: '2026-Q3', sales: 2, earnedAmount: '12.00', isUnprocessed: true },
    ])
  })

  it('warns of a paid payout without bank details', async () => {
    const club = await makeReferer(deps)
    const at = new Date('2026-08-10T09:00:00Z')
    await makeCommission(deps, { refererId: club.id, at, entries: [{ kind: 'earned', pence: 2_000 }] })
    await api.generatePayouts({ quarterYear: '2026-Q3' })
    const [payout] = await api.refererPayouts({ id: club.id })
    const id = payout?.id ?? ''
    expect(payout).toMatchObject({ inBankFile: false, paidHow: null })
    const warning = 'No bank details of this referer are known here.'
    expect(await api.setPayoutStatus({ id, status: 'paid' })).toMatchObject({ status: 'paid', warning })
    expect(await api.setPayoutStatus({ id, status: 'pending' })).toMatchObject({ warning: null })
    const said = { paidHow: 'other', paidNote: 'Set off against fuel' } as const
    expect(await api.markPaid({ id, ...said })).toMatchObject({ ...said, warning })
    const bank = { bankSortCodeEnding: '56', bankAccountEnding: '4321' }
    await deps.db.referer.update({ where: { id: club.id }, data: bank })
    expect(await api.markPaid({ id })).toMatchObject({ ...said, warning: null })
  })

  it('answers 404 for an unknown referer', async () => {
    const unknown = { cause: expect.objectContaining({ code: 'REFERER_NOT_FOUND' }) }
    await expect(api.refererPayouts({ id: 'nobody' })).rejects.toMatchObject(unknown)
    await expect(api.refererCommissions({ id: 'nobody' })).rejects.toMatchObject(unknown)
    await expect(api.refererQuarters({ id: 'nobody' })).rejects.toMatchObject(unknown)
  })
})
