import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reverseCommission } from '#server/features/commissions/commissions.ts'
import { generatePayouts } from '#server/features/commissions/payouts/generate-payouts.ts'
import { markPaid } from '#server/features/commissions/payouts/pay-payouts.ts'
import { remakePayout } from '#server/features/commissions/payouts/remake-payout.ts'
import { markPending } from '#server/features/commissions/payouts/reverse-payments.ts'
import { listPayouts } from '#server/features/commissions/queries.ts'
import { pence } from '#shared/money/money.ts'
import { makeCommission } from '#tests/server/features/commissions/ledger.ts'
import { createTestDeps, TEST_NOW, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { recordReliability } from '#tests/support/reliability.ts'

let deps: TestDeps
let adminId: string
beforeAll(async () => {
  deps = await createTestDeps()
  adminId = (await makeAdmin(deps)).id
})
afterAll(() => deps.close())
beforeEach(() => deps.clock.set(TEST_NOW))

const inQ3 = new Date('2026-08-10T09:00:00Z')

/** A referer with sales of these commissions in Q3, closed into a payout. */
async function withPayout(...commissions: number[]) {
  const { id: refererId } = await makeReferer(deps)
  const sales = []
  for (const amount of commissions) {
    sales.push(
      await makeCommission(deps, { refererId, at: inQ3, entries: [{ kind: 'earned', pence: amount }] }),
    )
  }
  await generatePayouts(deps, '2026-Q3')
  const [payout] = await listPayouts(deps, refererId)
  return { refererId, payoutId: payout?.id ?? '', orderIds: sales.map(({ orderId }) => orderId) }
}

/** Refunds the £60 order up to this part. */
function giveBack(orderId: string | undefined, returned: number) {
  const cause = { refundId: null, disputeId: null }
  return deps.db.$transaction((tx) =>
    reverseCommission(tx, {
      orderId: orderId ?? '',
      orderTotalPence: pence(6_000),
      returnedPence: pence(returned),
      cause,
      now: deps.clock.now(),
      vatRate: 0.2,
    }),
  )
}

function all(refererId: string) {
  return deps.db.payout.findMany({
    where: { refererId },
    orderBy: { createdAt: 'asc' },
    select: { quarter: true, status: true, payoutPence: true, orderCount: true },
  })
}

async function newestEntry(refererId: string) {
  return deps.db.ledgerEntry.findFirstOrThrow({
    where: { refererId, kind: 'reversed' },
    orderBy: { id: 'desc' },
    select: { quarter: true, amountPence: true },
  })
}

describe('a reversal', () => {
  afterEach(() => recordReliability('refund after payout', 1, 'refunds of what a payout holds'))

  it('of a pending payout voids it and makes it again in its quarter', async () => {
    const { refererId, orderIds, payoutId } = await withPayout(1_500, 800)
    await giveBack(orderIds[1], 3_000)
    expect(await all(refererId)).toEqual([
      { quarter: '2026-Q3', status: 'void', payoutPence: 2_300, orderCount: 2 },
      { quarter: '2026-Q3', status: 'pending', payoutPence: 1_900, orderCount: 2 },
    ])
    expect(await newestEntry(refererId)).toEqual({ quarter: '2026-Q3', amountPence: -400 })
    const listed = await listPayouts(deps, refererId)
    expect(listed).toMatchObject([{ payoutPence: 1_900 }])
    const mark = { id: payoutId, adminId, paidAt: null }
    const refusal = { code: 'PAYOUT_VOID', data: { reason: 'The card fee is known' } }
    await expect(markPaid(deps, mark)).rejects.toMatchObject(refusal)
    await expect(markPending(deps, mark)).rejects.toMatchObject(refusal)
  })

  it('that leaves less than £10 carries the rest forward; a failed refund restores the payout', async () => {
    const { refererId, orderIds } = await withPayout(1_500)
    await giveBack(orderIds[0], 3_000)
    expect(await all(refererId)).toMatchObject([{ status: 'void' }])
    await giveBack(orderIds[0], 0)
    expect(await newestEntry(refererId)).toEqual({ quarter: '2026-Q3', amountPence: 750 })
    deps.clock.set('2027-01-02T09:00:00Z')
    await generatePayouts(deps, '2026-Q4')
    expect(await listPayouts(deps, refererId)).toMatchObject([{ quarter: '2026-Q4', payoutPence: 1_500 }])
  })

  it('that is undone while the payout is pending restores it', async () => {
    const { refererId, orderIds } = await withPayout(2_500)
    await giveBack(orderIds[0], 1_200)
    await giveBack(orderIds[0], 0)
    expect(await all(refererId)).toMatchObject([
      { status: 'void', payoutPence: 2_500 },
      { status: 'void', payoutPence: 2_000 },
      { status: 'pending', payoutPence: 2_500 },
    ])
  })

  it.each([
    ['was paid', async (id: string) => void (await markPaid(deps, { id, adminId, paidAt: null }))],
    [
      'had a number once',
      async (id: string) => {
        await markPaid(deps, { id, adminId, paidAt: null })
        await markPending(deps, { id, adminId })
      },
    ],
    [
      'is in a bank file',
      async (id: string) => {
        await deps.db.payout.update({ where: { id }, data: { exportedAt: deps.clock.now() } })
      },
    ],
  ])('of a payout that %s carries into the next quarter', async (_state, bring) => {
    const { refererId, orderIds, payoutId } = await withPayout(1_500, 1_500)
    await bring(payoutId)
    await giveBack(orderIds[0], 6_000)
    expect(await newestEntry(refererId)).toEqual({ quarter: '2026-Q4', amountPence: -1_500 })
    expect(await all(refererId)).toMatchObject([{ payoutPence: 3_000 }])
    await makeCommission(deps, { refererId, entries: [{ kind: 'earned', pence: 4_000 }] })
    deps.clock.set('2027-01-02T09:00:00Z')
    await generatePayouts(deps, '2026-Q4')
    expect((await listPayouts(deps, refererId))[0]).toMatchObject({ payoutPence: 2_500, orderCount: 2 })
  })

  it('of an entry without a payout changes no payout', async () => {
    const { refererId } = await withPayout(1_500)
    const { orderId } = await makeCommission(deps, { refererId, entries: [{ kind: 'earned', pence: 800 }] })
    await giveBack(orderId, 6_000)
    expect(await all(refererId)).toMatchObject([{ status: 'pending', payoutPence: 1_500 }])
    expect(await newestEntry(refererId)).toMatchObject({ quarter: '2026-Q4' })
  })

  it('and another of the same referer at the same time both count', async () => {
    const { refererId, orderIds } = await withPayout(2_000, 2_000, 2_000)
    await Promise.all(orderIds.map((orderId) => giveBack(orderId, 3_000)))
    expect(await listPayouts(deps, refererId)).toMatchObject([{ payoutPence: 3_000 }])
  })

  it('and a payment at the same time: one of them finds the other done', async () => {
    for (let round = 0; round < 5; round++) {
      const { refererId, orderIds, payoutId } = await withPayout(2_000, 2_000)
      const [paid] = await Promise.allSettled([
        markPaid(deps, { id: payoutId, adminId, paidAt: null }),
        giveBack(orderIds[0], 6_000),
      ])
      const rows = await all(refererId)
      if (paid.status === 'fulfilled') expect(rows).toMatchObject([{ status: 'paid', payoutPence: 4_000 }])
      else expect(rows).toMatchObject([{ status: 'void' }, { status: 'pending', payoutPence: 2_000 }])
    }
  })
})

describe('remakePayout', () => {
  it('refuses a payout that can no longer be made again', async () => {
    const { refererId, payoutId } = await withPayout(1_500)
    await markPaid(deps, { id: payoutId, adminId, paidAt: null })
    const payout = { id: payoutId, refererId, quarter: '2026-Q3' }
    const remade = deps.db.$transaction((tx) =>
      remakePayout(tx, { payout, reason: 'for no reason', now: deps.clock.now(), vatRate: 0.2 }),
    )
    await expect(remade).rejects.toMatchObject({ code: 'PAYOUT_FROZEN' })
  })
})
