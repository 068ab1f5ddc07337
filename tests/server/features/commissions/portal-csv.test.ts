import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { payoutsCsv, referralsCsv } from '#server/features/commissions/portal-csv.ts'
import {
  listPortalPayouts,
  listReferrals,
  sumLinks,
  sumMonths,
} from '#server/features/commissions/portal-queries.ts'
import { presentLinks } from '#server/features/commissions/present.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeCommission } from './ledger.ts'

let deps: TestDeps
let refererId: string
beforeAll(async () => {
  deps = await createTestDeps()
  refererId = (await makeReferer(deps)).id
  const adminId = (await makeAdmin(deps)).id
  // Of £60.00, £10.00 VAT and a fee of £1.10: 5% of £48.90 is £2.45.
  const august = new Date('2026-08-31T23:30:00Z')
  for (const linkName of ['flyer', 'flyer', 'flyer', 'flyer', null]) {
    const { orderId } = await makeCommission(deps, {
      refererId,
      at: august,
      entries: [{ kind: 'earned', pence: 245 }],
    })
    await deps.db.order.update({ where: { id: orderId }, data: { linkName } })
    await deps.db.payment.create({
      data: {
        id: `p-${orderId}`,
        orderId,
        intentId: `pi_${orderId}`,
        status: 'paid',
        amountPence: 6_000,
        feePence: 110,
        paidAt: august,
        createdAt: august,
      },
    })
  }
  await generatePayouts(deps, '2026-Q3')
  const [payout] = await listPortalPayouts(deps, refererId)
  await markPaid(deps, { id: payout?.id ?? '', adminId, paidAt: null })
  // What does not come to the stored sum shows none.
  const odd = { kind: 'earned', pence: 999 } as const
  const back = { kind: 'reversed', pence: -999 } as const
  await makeCommission(deps, { refererId, at: new Date('2026-11-05T09:00:00Z'), entries: [odd, back] })
})
afterAll(() => deps.close())

describe('a referer’s own figures', () => {
  it('show the sum behind a commission, where it comes to what was earned', async () => {
    const [odd, paid] = await listReferrals(deps, refererId)
    expect(odd).toMatchObject({ working: null, earnedPence: 999, reversedPence: -999, paidOutPence: 0 })
    expect(paid).toMatchObject({
      working: { paidPence: 6_000, vatPence: 1_000, feePence: 110, netPence: 4_890, percent: 5 },
      earnedPence: 245,
      paidOutPence: 245,
    })
  })

  it('are summed by London month and by link', async () => {
    const months = await sumMonths(deps, refererId)
    expect(months.map(({ month }) => month)).toEqual([
      ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
      ...['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'],
    ])
    // Half past midnight on 1 September in London.
    expect(months.filter(({ amountPence }) => amountPence !== 0)).toEqual([
      { month: '2026-09', amountPence: 1_225 },
    ])
    expect(presentLinks(await sumLinks(deps, refererId))).toEqual([
      { name: 'flyer', customers: 4, amount: 980 },
      { name: null, customers: 2, amount: 245 },
    ])
    expect(presentLinks([{ name: null, customers: 2, amountPence: 1 }])).toEqual([])
  })

  it('are CSV files with every column', async () => {
    const [head, odd, paid] = (await referralsCsv(deps, refererId)).split('\r\n')
    expect(head).toBe(
      '\u{FEFF}Date,Link,Price paid,VAT,Card fee,Net,Percent,Earned,Reversed,Commission,Paid out,Status',
    )
    expect(odd).toBe('2026-11-05,,,,,,,9.99,-9.99,0.00,0.00,reversed')
    expect(paid).toMatch(/^2026-09-01,(flyer)?,60.00,10.00,1.10,48.90,5,2.45,0.00,2.45,2.45,paid$/)
    // Whatever is read at a time, the file is whole.
    const whole = await referralsCsv(deps, refererId)
    expect(whole.trim().split('\r\n')).toHaveLength(7)
    for (const size of [1, 2, 6]) expect(await referralsCsv(deps, refererId, size)).toBe(whole)
    const [, payout, end] = (await payoutsCsv(deps, refererId)).split('\r\n')
    expect(payout).toMatch(/^2026-Q3,5,12.25,0.00,12.25,paid,2026-11-21,PAY-\d{6}$/)
    expect(end).toBe('')
  })
})
