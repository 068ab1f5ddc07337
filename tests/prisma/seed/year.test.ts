import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { exportBankFile } from '#server/features/commissions/bank-files/export-bank-file.ts'
import { downloadBankFile } from '#server/features/commissions/bank-files/stored-bank-files.ts'
import { renderDocument } from '#server/features/documents/render-document.ts'
import { findAttention } from '#server/features/operations/attention.ts'
import { contradictions, readBooks } from '#server/features/operations/backup/books.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { labelOf, previousQuarter, quarterOf } from '#shared/calendar/quarter.ts'
import { pence } from '#shared/money/money.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { foldYear, YEAR_FILE } from '../../../prisma/seed/year.ts'
import { seed } from '../../../prisma/seed.ts'
import { findContradictions, findOrphans } from './year-laws.ts'

let shop: TestShop
afterEach(() => shop.close())

async function openAt(now: string): Promise<TestShop> {
  shop = await createTestShop()
  shop.deps.clock.set(now)
  await seed(shop.deps, shop.sandbox.restore)
  return shop
}

async function booksOf({ deps }: TestShop): Promise<string[]> {
  const client = new pg.Client({ connectionString: deps.databaseUrl })
  await client.connect()
  try {
    return contradictions(await readBooks(client))
  } finally {
    await client.end()
  }
}

describe.each([
  '2026-11-23T10:00:00.000Z',
  '2027-01-01T00:00:00.000Z', // the first moment of a quarter
  '2027-03-31T22:59:59.999Z', // the last but one hour, in summer time
  '2028-02-29T12:00:00.000Z',
])('a new demo on %s', (now) => {
  it('has a year behind it whose rows agree with one another', async () => {
    const { deps } = await openAt(now)
    const { quarter, year } = quarterOf(new Date(now))
    const first = labelOf({ quarter, year: year - 1 })
    const sold = await deps.db.order.findMany({
      where: { status: 'paid' },
      orderBy: { paidAt: 'asc' },
      select: { paidAt: true },
    })
    const sales = new Map<string, number>()
    for (const { paidAt } of sold) {
      const label = labelOf(quarterOf(paidAt ?? new Date(0)))
      sales.set(label, (sales.get(label) ?? 0) + 1)
    }
    expect([...sales.keys()][0]).toBe(first)
    expect([...sales.values()].slice(0, 4)).toEqual([33, 37, 37, 44])
    expect(await booksOf(shop)).toEqual([])
    expect(await findOrphans(deps.pool)).toEqual([])
    expect(await findContradictions(deps.pool, now)).toEqual([])
  })
})

describe('the seeded shop', () => {
  it('has something to say on every desk', async () => {
    const { deps } = await openAt('2026-11-23T10:00:00.000Z')
    const { db } = deps
    const running = quarterOf(deps.clock.now())
    const last = labelOf(previousQuarter(running))
    expect(await db.referer.count()).toBe(4)
    expect(await db.payment.count({ where: { method: 'klarna' } })).toBeGreaterThan(1)
    expect(await db.refund.groupBy({ by: ['status'], _count: true, orderBy: { status: 'asc' } })).toEqual([
      { status: 'succeeded', _count: expect.any(Number) },
      { status: 'failed', _count: 1 },
    ])
    expect(await db.payout.count({ where: { status: 'paid' } })).toBeGreaterThan(4)
    expect(await db.payout.count({ where: { status: 'pending', quarter: last } })).toBeGreaterThan(1)
    expect(await db.refererApplication.count({ where: { status: 'pending' } })).toBe(2)
    expect(await db.campaign.count({ where: { status: 'done' } })).toBe(2)
    expect(await db.progress.count({ where: { completed: false } })).toBeGreaterThan(40)
    const { items } = await findAttention(deps)
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['dispute', 'refund', 'payout']))
  })

  it('renders a document of each kind', async () => {
    const { deps } = await openAt('2026-11-23T10:00:00.000Z')
    const documents = await deps.db.document.findMany({
      distinct: ['kind'],
      select: { id: true, kind: true },
    })
    expect(documents.length).toBeGreaterThan(3)
    for (const { id } of documents) {
      const { content } = await renderDocument(deps, id)
      expect(content.subarray(0, 5).toString()).toBe('%PDF-')
    }
  })

  it('refunds a seeded order, hears of a dispute and finds nothing to reconcile', async () => {
    const { deps, sandbox, stripe } = await openAt('2026-11-23T10:00:00.000Z')
    const admin = await deps.db.admin.findFirstOrThrow({ select: { id: true } })
    const [order, other] = await deps.db.order.findMany({
      where: { status: 'paid', payment: { refundedPence: 0, disputes: { none: {} }, method: 'card' } },
      orderBy: { paidAt: 'desc' },
      include: { lines: { select: { id: true } }, payment: { select: { intentId: true } } },
    })
    if (!order || !other?.payment) throw new Error('There is nothing to refund')
    const { status } = await refundOrder(deps, {
      orderId: order.id,
      wish: { lineIds: order.lines.map(({ id }) => id) },
      reason: 'Bought by mistake',
      adminId: admin.id,
      seenBackPence: pence(0),
    })
    expect(status).toBe('succeeded')
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(other.payment.intentId)
    sandbox.controls.openDispute(String(charge))
    await syncPayment(deps, other.payment.intentId)
    expect(await deps.db.dispute.count({ where: { status: 'open', payment: { orderId: other.id } } })).toBe(1)
    await reconcilePayments(deps)
    expect(await deps.db.incident.count()).toBe(0)
    expect(deps.logged.filter((line) => /"level":[56]0/.test(line))).toEqual([])
  })

  it('closes its last quarter by hand, with bank details that only this shop opens', async () => {
    const { deps } = await openAt('2026-11-23T10:00:00.000Z')
    const admin = await deps.db.admin.findFirstOrThrow({ select: { id: true } })
    const quarterYear = labelOf(previousQuarter(quarterOf(deps.clock.now())))
    const payouts = await deps.db.payout.findMany({ where: { quarter: quarterYear, status: 'pending' } })
    const unreviewed = await deps.db.referer.findMany({
      where: { bankReviewedAt: null, bankChangedAt: { not: null } },
    })
    const payable = payouts.filter(({ refererId }) => unreviewed.every(({ id }) => id !== refererId))
    const totalPence = pence(payable.reduce((sum, payout) => sum + payout.totalPence, 0))
    const file = await exportBankFile(deps, { quarterYear, totalPence, adminId: admin.id })
    expect(file).toMatchObject({ payouts: payable.length, totalPence })
    expect(file.files[0]?.content.toString()).toContain('10000000')
    expect(file.refused).toHaveLength(payouts.length - payable.length)
  })

  it('gives each former bank file again, as it was made', async () => {
    const { deps } = await openAt('2026-11-23T10:00:00.000Z')
    const files = await deps.db.bankFile.findMany({ select: { id: true, quarter: true } })
    expect(files).toHaveLength(3)
    const admin = await deps.db.admin.findFirstOrThrow({ select: { id: true } })
    for (const { id, quarter } of files) {
      const { content } = await downloadBankFile(deps, { id, adminId: admin.id })
      expect(content).toContain(`,${quarter} HEDGEROW17`)
    }
  })

  it('is not filled a second time, nor where there are people', async () => {
    const { deps, sandbox } = await openAt('2026-11-23T10:00:00.000Z')
    const before = await deps.db.order.count()
    await seed(deps, sandbox.restore)
    expect(await deps.db.order.count()).toBe(before)
  })
})

it('of the running quarter only what has happened by now is there', async () => {
  shop = await createTestShop()
  const text = await readFile(YEAR_FILE, 'utf8')
  const salesAt = (now: string) =>
    foldYear(text, { now: new Date(now), adminId: 'admin' }).tables.get('Order')?.size ?? 0
  const days = [
    '2026-10-01T00:00:00Z',
    '2026-11-01T00:00:00Z',
    '2026-12-01T00:00:00Z',
    '2026-12-31T00:00:00Z',
  ]
  const counts = days.map(salesAt)
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(new Set(counts).size).toBe(4)
})
