import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findAttention } from '#server/features/operations/attention.ts'
import { handleEvent, storeEvent } from '#server/features/payments/stripe-events.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { findProblems, reportProblems } from '#server/features/stripe-payouts/check-balance.ts'
import { clearingAccount } from '#server/features/stripe-payouts/clearing-account.ts'
import { openPayoutFile } from '#server/features/stripe-payouts/payout-file.ts'
import { presentPayoutDetail } from '#server/features/stripe-payouts/present.ts'
import {
  getPayout,
  listPayoutLines,
  listPayouts,
  sumBalance,
} from '#server/features/stripe-payouts/queries.ts'
import { readStripeBalance } from '#server/features/stripe-payouts/read-balance.ts'
import { parsePounds, pence, sumPence } from '#shared/money/money.ts'
import { stripePayoutOutput } from '#shared/schemas/stripe-payouts.ts'
import { chargeOf } from '#tests/server/features/refunds/refunded-order.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

async function read(): Promise<void> {
  shop.deps.clock.advance(DAY)
  await readStripeBalance(shop.deps)
  shop.deps.clock.advance(DAY)
}

async function detailOf(payoutId: string) {
  const { db } = shop.deps
  const detail = presentPayoutDetail(await getPayout(db, payoutId), await listPayoutLines(db, payoutId))
  return stripePayoutOutput.parse(detail)
}

const problems = async () => (await findProblems(shop.deps)).map(({ text: words }) => words)

/** Each case has a shop and a sandbox of its own, which agree on a sale that is paid out. */
beforeEach(async () => {
  shop = await createTestShop()
  await makeBuyer(shop, [1])
  const { id } = shop.sandbox.controls.payOut()
  shop.sandbox.controls.landPayout(id)
  await read()
})
afterEach(() => shop.close())

describe('a payout of Stripe', () => {
  it('is the sum of its lines, each of which leads to its order', async () => {
    const { controls } = shop.sandbox
    const first = await makeBuyer(shop, [1, 2])
    const second = await makeBuyer(shop, [3])
    controls.refund((await chargeOf(shop, first.intentId)).id, 1_000)
    const dispute = controls.openDispute((await chargeOf(shop, second.intentId)).id)
    controls.winDispute(dispute.id)
    controls.takeStripeFee({ amount: 200, description: 'Radar' })
    for (const { intentId } of [first, second]) await syncPayment(shop.deps, intentId, { ofDispute: true })
    const { id, amount } = controls.payOut()
    await read()
    const { payout, account, lines, problems: wrong } = await detailOf(id)
    expect(wrong).toEqual([])
    expect([parsePounds(payout.amount), payout.difference, account.difference]).toEqual([
      amount,
      '0.00',
      '0.00',
    ])
    expect(
      lines
        .slice(0, -1)
        .map(({ kind, orderId, amount: gross }) => `${kind} ${orderId} ${gross}`)
        .toSorted(),
    ).toEqual(
      [
        `charge ${first.orderId} 120.00`,
        `charge ${second.orderId} 60.00`,
        `refund ${first.orderId} -10.00`,
        `dispute ${second.orderId} -60.00`,
        `dispute ${second.orderId} 60.00`,
        'stripeFee null -2.00',
      ].toSorted(),
    )
    expect(lines.at(-1)).toMatchObject({ kind: 'payout', amount: `-${payout.amount}` })
    expect(await problems()).toEqual([])
    expect(clearingAccount(await sumBalance(shop.deps.db)).differencePence).toBe(0)
    const rows: Record<string, string>[] = parse(await text(await openPayoutFile(shop.deps.db, id)), {
      columns: true,
    })
    expect(rows.map(({ order }) => order).filter(Boolean)).toHaveLength(5)
    expect(sumPence(rows.map(({ net = '' }) => parsePounds(net)))).toBe(0)
  })

  it('is read when its event comes, once, however often it comes', async () => {
    await makeBuyer(shop, [2])
    const { id } = shop.sandbox.controls.payOut()
    const { data } = await shop.stripe.events.list({ type: 'payout.reconciliation_completed', limit: 1 })
    const [told] = data
    if (!told) throw new Error('Nothing was told')
    const event = {
      id: told.id,
      type: told.type,
      objectId: id,
      intentId: null,
      livemode: false,
      createdAt: new Date(),
    }
    expect(await storeEvent(shop.deps, event)).toBe(true)
    await handleEvent(shop.deps, event.id)
    await handleEvent(shop.deps, event.id)
    expect(await getPayout(shop.deps.db, id)).toMatchObject({ isListed: true, lineCount: 1 })
  })

  it('that the bank sends back is named until the money has left again', async () => {
    await makeBuyer(shop, [4])
    const { id } = shop.sandbox.controls.payOut()
    await read()
    shop.sandbox.controls.failPayout(id)
    await read()
    expect(await problems()).toEqual([
      `Payout ${id} of £58.90 was sent back by the bank: The bank account has been closed.`,
    ])
    const again = shop.sandbox.controls.payOut()
    await read()
    expect(await problems()).toEqual([])
    expect((await detailOf(id)).payout).toMatchObject({ status: 'failed', paidAgainWith: again.id })
    expect(clearingAccount(await sumBalance(shop.deps.db))).toMatchObject({
      atStripePence: 0,
      differencePence: 0,
    })
  })

  it('made by hand is shown without lines and takes nothing away from those still at Stripe', async () => {
    await makeBuyer(shop, [5])
    const { id } = shop.sandbox.controls.payOut({ isManual: true })
    await read()
    expect((await detailOf(id)).payout).toMatchObject({ isAutomatic: false, isListed: false, lines: 0 })
    expect(clearingAccount(await sumBalance(shop.deps.db))).toMatchObject({
      atStripePence: 0,
      differencePence: 0,
    })
    expect(await problems()).toEqual([])
  })
})

describe('a reading', () => {
  it('that ended early goes on where it stopped, and reads nothing twice', async () => {
    for (let count = 0; count < 3; count++) await makeBuyer(shop, [6])
    await shop.deps.db.balanceRead.deleteMany()
    await shop.deps.db.balanceTransaction.deleteMany()
    const { listBalanceTransactions } = shop.deps.payments
    const pages: (string | null)[] = []
    /** Pages of two, as a shop with many sales has pages of a hundred. */
    async function listTwo(wanted: Parameters<typeof listBalanceTransactions>[0]) {
      pages.push(wanted.after)
      const page = await listBalanceTransactions(wanted)
      const items = page?.items.slice(0, 2) ?? []
      return { items, next: (page?.items.length ?? 0) > 2 ? (items.at(-1)?.transactionId ?? null) : null }
    }
    const deps = { ...shop.deps, payments: { ...shop.deps.payments, listBalanceTransactions: listTwo } }
    shop.deps.clock.advance(DAY)
    await readStripeBalance(deps, { mostPages: 1 })
    const halfway = await shop.deps.db.balanceRead.findUniqueOrThrow({ where: { id: 1 } })
    expect(halfway.cursor).not.toBeNull()
    while ((await shop.deps.db.balanceRead.findUniqueOrThrow({ where: { id: 1 } })).cursor !== null) {
      await readStripeBalance(deps, { mostPages: 1 })
    }
    expect(new Set(pages).size).toBe(pages.length)
    const { data } = await shop.stripe.balanceTransactions.list({ limit: 100 })
    expect(await shop.deps.db.balanceTransaction.count()).toBe(data.length)
  })
})

describe('planted errors are named', () => {
  /** Changes the shop's rows, and gives the problems. */
  async function planted(change: () => Promise<unknown>): Promise<string[]> {
    await change()
    return problems()
  }
  const newest = async (category: string) =>
    shop.deps.db.balanceTransaction.findFirstOrThrow({ where: { category }, orderBy: { createdAt: 'desc' } })

  it('a charge without an order', async () => {
    const { id } = await shop.stripe.paymentIntents.create({
      amount: 6_000,
      currency: 'gbp',
      allowed_payment_method_types: ['card'],
    })
    await shop.pay(id)
    await read()
    const charge = await chargeOf(shop, id)
    expect(await problems()).toEqual([`Charge ${charge.id} of £60.00 belongs to no order.`])
    shop.sandbox.controls.refund(charge.id)
    await read()
    expect((await problems())[1]).toMatch(/^Refund re_\w+ of −£60\.00 belongs to no order\.$/)
    await reportProblems(shop.deps)
    const { items } = await findAttention(shop.deps)
    expect(items.map(({ what, place }) => [what, place])).toContainEqual([
      `Charge ${charge.id} of £60.00 belongs to no order.`,
      { to: 'reports' },
    ])
    await shop.deps.db.balanceTransaction.deleteMany({ where: { intentId: id } })
    await reportProblems(shop.deps)
    expect(await shop.deps.db.incident.count({ where: { closedAt: null } })).toBe(0)
  })

  it('a payout that is missing', async () => {
    const { sourceId } = await newest('payout')
    const wrong = await planted(async () => {
      await shop.deps.db.balanceTransaction.updateMany({
        where: { payoutId: sourceId },
        data: { payoutId: null },
      })
      await shop.deps.db.stripePayout.delete({ where: { id: sourceId ?? '' } })
    })
    expect(wrong).toEqual([`Payout ${sourceId} of −£58.90 is missing from the payouts.`])
  })

  it('a transaction that is missing from its payout, and from the balance', async () => {
    const { id, sourceId, payoutId } = await newest('charge')
    const { orderId } = await shop.deps.db.payment.findUniqueOrThrow({ where: { chargeId: sourceId ?? '' } })
    expect(await planted(() => shop.deps.db.balanceTransaction.delete({ where: { id } }))).toEqual([
      `Payout ${payoutId} of £58.90 has lines of £0.00: £58.90 is missing.`,
      `Order ${orderId} has ${sourceId} of £60.00 in the books, and Stripe’s balance has not.`,
    ])
    const account = clearingAccount(await sumBalance(shop.deps.db))
    expect(account.differencePence).toBe(-5_890)
    const [payout] = await listPayouts(shop.deps.db, { id: payoutId ?? '', limit: 1 })
    expect(payout?.linesPence).toBe(0)
  })

  it('a fee, an amount and a currency that are other than booked', async () => {
    const { id, sourceId } = await newest('charge')
    const where = { id }
    const change = (data: object) => planted(() => shop.deps.db.balanceTransaction.update({ where, data }))
    expect(await change({ feePence: 120, netPence: 5_880 })).toContain(
      `The fee of Charge ${sourceId} of £60.00 is £1.20 at Stripe and £1.10 in the books.`,
    )
    expect(await change({ feePence: 110, amountPence: 5_000, netPence: 4_890 })).toContain(
      `Charge ${sourceId} of £50.00 is £60.00 in the books.`,
    )
    expect(await change({ amountPence: 6_000, netPence: 5_890, currency: 'eur' })).toEqual([
      `Charge ${sourceId} of £60.00 is not in pounds sterling.`,
    ])
  })

  it('an adjustment, and a refund that the books do not have', async () => {
    const { sourceId, intentId } = await newest('charge')
    const at = shop.deps.clock.now()
    shop.deps.clock.advance(DAY)
    const row = { currency: 'gbp', feePence: pence(0), createdAt: at, intentId }
    const { orderId } = await shop.deps.db.payment.findUniqueOrThrow({ where: { chargeId: sourceId ?? '' } })
    const wrong = await planted(() =>
      shop.deps.db.balanceTransaction.createMany({
        data: [
          {
            ...row,
            id: 'txn_a',
            type: 'adjustment',
            category: 'other_adjustment',
            amountPence: -5,
            netPence: -5,
          },
          {
            ...row,
            id: 'txn_b',
            type: 'refund',
            category: 'refund',
            sourceId: 're_b',
            amountPence: -7,
            netPence: -7,
          },
        ],
      }),
    )
    expect(wrong).toEqual([
      'Adjustment txn_a of −£0.05 (other_adjustment) is unknown.',
      `Refund re_b of −£0.07 is not in the books of order ${orderId}.`,
    ])
  })
})
