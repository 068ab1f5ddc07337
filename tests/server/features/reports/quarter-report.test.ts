import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sumLedgers } from '#server/features/commissions/queries.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { eraseStudent } from '#server/features/privacy/erasure.ts'
import {
  presentPeriod,
  presentRefererWaterfalls,
  presentRevenue,
} from '#server/features/reports/analytics-present.ts'
import {
  listCredits,
  listMonths,
  listRefererSums,
  listSales,
  listVideoSales,
  sumPaidOut,
} from '#server/features/reports/analytics-queries.ts'
import { presentQuarter, presentQuarterSales } from '#server/features/reports/present.ts'
import { listQuarterOrders, listQuarters } from '#server/features/reports/quarter-queries.ts'
import type { REPORT_COLUMNS } from '#server/features/reports/quarter-report.ts'
import { openQuarterReport } from '#server/features/reports/quarter-report.ts'
import { parsePounds, pence, sumPence } from '#shared/money/money.ts'
import { quarterlyDetailsOutput, revenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import { quartersOutput, refererWaterfallsOutput } from '#shared/schemas/reports.ts'
import { emptyTables } from '#tests/support/database.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'
import { anyHistory, type History, happen, REFUNDED_HISTORY } from './report-history.ts'

type Column = (typeof REPORT_COLUMNS)[number]
type Row = Record<Column, string>

let shop: TestShop
let adminId: string
beforeAll(async () => {
  shop = await createTestShop()
  adminId = (await makeAdmin(shop.deps)).id
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

/** The quarter of the tests' clock. */
const QUARTER = '2026-Q4'

const fileOf = async (quarter: string) => text(await openQuarterReport(shop.deps, quarter))
const rowsOf = async (quarter: string): Promise<Row[]> =>
  parse(await fileOf(quarter), { columns: true, record_delimiter: '\r\n' })
const sum = (rows: readonly Row[], column: Column) =>
  sumPence(rows.map((row) => parsePounds(row[column] || '0.00')))

const MONEY = [
  'original price',
  'discount',
  'final price',
  'net',
  'VAT',
  'card fee',
  'commission',
  'kept',
] as const

async function checkQuarter(label: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const money = (column: Column) => parsePounds(row[column])
    expect(row.quarter).toBe(label)
    expect(money('original price') - money('discount')).toBe(money('final price'))
    expect(money('net') + money('VAT')).toBe(money('final price'))
    expect(money('net') - money('card fee') - money('commission')).toBe(money('kept'))
  }
  const ledger = await shop.deps.db.ledgerEntry.groupBy({
    by: ['refererId'],
    where: { quarter: label },
    _sum: { amountPence: true },
  })
  for (const { refererId, _sum } of ledger) {
    const { name } = await shop.deps.db.referer.findUniqueOrThrow({ where: { id: refererId } })
    const own = rows.filter(({ referer }) => referer === name)
    expect(sum(own, 'commission'), `${name} in ${label}`).toBe(_sum.amountPence)
  }
}

/** The columns that a sale and its refunds leave empty together; the card fee stays, and what was kept with it. */
const REFUNDED = [
  'original price',
  'discount',
  'final price',
  'net',
  'VAT',
  'commission',
  'document net',
  'document VAT',
  'document gross',
] as const

const isSale = (row: Row) =>
  !/^(Refund|Dispute|Commission) /.test(`${row['video or bundle']} `.replace(':', ' '))

/** Of every order whose final prices sum to nothing, all the others do. Returns how many there are. */
async function checkRefunded(all: readonly Row[]): Promise<number> {
  const orders = await shop.deps.db.order.findMany({
    where: { status: 'paid', totalPence: { gt: 0 } },
    select: { id: true },
  })
  const refunded = orders
    .map(({ id }) => all.filter(({ order }) => order === id))
    .filter((rows) => sum(rows, 'final price') === 0)
  for (const rows of refunded) {
    for (const column of REFUNDED) expect(sum(rows, column), column).toBe(0)
    expect(sum(rows, 'kept')).toBe(-sum(rows, 'card fee'))
  }
  return refunded.length
}

/** Compares every figure of the dashboard with the files of all quarters. */
async function checkDashboard(all: readonly Row[]): Promise<void> {
  const { db } = shop.deps
  const referers = await listRefererSums(db)
  const videos = await listVideoSales(db)
  const months = await listMonths(db, shop.deps.clock.now())
  const credits = await listCredits(db)
  const paidOutPence = await sumPaidOut(db)
  const period = presentPeriod({ range: undefined, firstSaleAt: null, now: shop.deps.clock.now() })
  const revenue = revenueAnalyticsOutput.parse({
    period,
    ...presentRevenue({ paidOutPence, videos, credits, referers, months }),
  })
  const { total, referers: waterfalls } = refererWaterfallsOutput.parse(presentRefererWaterfalls(referers))
  const ledgers = [...(await sumLedgers(shop.deps)).values()]

  expect(parsePounds(revenue.totalRevenue)).toBe(sum(all, 'final price'))
  expect(parsePounds(revenue.totalDiscountsGiven)).toBe(sum(all.filter(isSale), 'discount'))
  expect(sumPence(revenue.videoBreakdown.map((video) => parsePounds(video.totalRevenue)))).toBe(
    sum(all, 'final price'),
  )
  expect(sumPence(ledgers.map(({ commissionPence }) => commissionPence))).toBe(sum(all, 'commission'))
  expect(parsePounds(revenue.totalCommissionsPaid)).toBe(sumPence(ledgers.map(({ paidPence }) => paidPence)))
  expect(parsePounds(total.paid)).toBe(sum(all, 'final price'))
  expect(parsePounds(total.vat)).toBe(sum(all, 'VAT'))
  expect(parsePounds(total.cardFee)).toBe(sum(all, 'card fee'))
  for (const row of waterfalls) {
    const own = all.filter(({ referer }) => referer === (row.clubName ?? ''))
    expect(parsePounds(row.waterfall.paid)).toBe(sum(own, 'final price'))
    expect(parsePounds(row.waterfall.kept)).toBe(sum(own, 'kept'))
    const { sales, total: count } = await listSales(shop.deps, { refererId: row.clubId, page: 0 })
    expect([row.sales, sales.length]).toEqual([count, Math.min(count, 25)])
  }
}

describe('the CSV of a quarter', () => {
  it(
    'sums to the ledger and to every figure of the dashboard, whatever happened',
    async () => {
      const seen = new Set<string>()
      let refundedOrders = 0
      await fc.assert(
        fc.asyncProperty(anyHistory, async (events) => {
          await emptyTables(shop.deps.db, 'Referer', 'Student')
          shop.deps.clock.set(TEST_NOW)
          const referers = [
            await makeReferer(shop.deps),
            await makeReferer(shop.deps, { commissionBps: 1_250 }),
          ]
          const history: History = { shop, adminId, referers, students: [], paid: [] }
          for (const event of events) await happen(history, event)

          const quarters = await listQuarters(shop.deps)
          const all: Row[] = []
          for (const sums of quarters) {
            const rows = await rowsOf(sums.quarter)
            await checkQuarter(sums.quarter, rows)
            const shown = quartersOutput.element.parse(presentQuarter(sums))
            expect(MONEY.map((column) => sum(rows, column))).toEqual(
              [
                shown.originalPrice,
                shown.discount,
                shown.finalPrice,
                shown.net,
                shown.vat,
                shown.cardFee,
                shown.commission,
                shown.kept,
              ].map(parsePounds),
            )
            all.push(...rows)
          }
          await checkDashboard(all)
          refundedOrders += await checkRefunded(all)
          for (const row of all) seen.add(row['video or bundle'].replace(/:.*/, ''))
        }),
        { numRuns: size(12, 300), examples: [[REFUNDED_HISTORY]] },
      )
      // The histories contain the cases they are for.
      expect([...seen]).toEqual(expect.arrayContaining(['Complete package', 'Refund']))
      expect(refundedOrders).toBeGreaterThan(0)
    },
    60 * 60_000,
  )

  it('shares fee and commission over the videos as the list of sales does', async () => {
    const referer = await makeReferer(shop.deps)
    const { orderId } = await makeBuyer(shop, [1, 2, 5], referer.code)
    const rows = (await rowsOf(QUARTER)).filter(({ order }) => order === orderId)
    const orders = await listQuarterOrders(shop.deps, { refererId: referer.id, quarterYear: QUARTER })
    const listed = quarterlyDetailsOutput.parse(presentQuarterSales(orders))
    expect(
      rows.map((row) => [
        row['video or bundle'],
        row['original price'],
        row.discount,
        row['final price'],
        row.commission,
      ]),
    ).toEqual(
      listed.map((sale) => [
        sale.videoTitle,
        sale.amount,
        sale.referralDiscount,
        sale.finalAmount,
        sale.commissionAmount,
      ]),
    )
    const payment = await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId } })
    expect(sum(rows, 'card fee')).toBe(pence(payment.feePence ?? 0))
    expect(rows[0]).toMatchObject({ referer: referer.name, code: referer.code, 'commission percent': '5' })
  })

  it('writes the columns in order with line ends of RFC 4180, and no cell runs as a formula', async () => {
    const evil = await makeReferer(shop.deps, { name: '=HYPERLINK("http://x","y"), Club' })
    const student = await makeStudent(shop.deps, {
      username: '@SUM(A1)\\t',
      email: '+plus"quote@example.com',
    })
    const { orderId, intentId } = await shop.order({ student, videoIds: [3], code: evil.code })
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    const file = await fileOf(QUARTER)
    const [head] = file.split('\r\n')
    expect(head).toBe(
      'quarter,date,order,customer,email,video or bundle,original price,discount,final price,net,VAT,card fee,referer,code,commission percent,commission,kept,invoice number,credit-note number,document net,VAT rate,document VAT,document gross',
    )
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const row = (await rowsOf(QUARTER)).find(({ order }) => order === orderId)
    expect(row).toMatchObject({
      customer: "'@SUM(A1)\\t",
      email: '\'+plus"quote@example.com',
      referer: '\'=HYPERLINK("http://x","y"), Club',
    })
  })

  it('shows an erased person as a pseudonym', async () => {
    const buyer = await makeBuyer(shop, [6])
    await eraseStudent(shop.deps, { studentId: buyer.id, actor: { kind: 'student', id: buyer.id } })
    const file = await fileOf(QUARTER)
    expect(file).toContain(buyer.orderId)
    expect(file).not.toContain(buyer.username)
    expect(file).not.toContain(buyer.email)
  })

  it('has only its header where nothing happened, and refuses an invalid quarter', async () => {
    expect(await rowsOf('2019-Q1')).toEqual([])
    await expect(openQuarterReport(shop.deps, '2026-Q5')).rejects.toMatchObject({ code: 'QUARTER_INVALID' })
  })

  it('releases its connection when the reader leaves, before the first byte and after it', async () => {
    for (let round = 0; round < 20; round++) {
      const report = await openQuarterReport(shop.deps, '2026-Q4')
      if (round % 2 === 0) for await (const _piece of report) break
      report.destroy()
    }
    // More readers aborted than the pool has connections, and it still answers.
    expect(await rowsOf(QUARTER)).not.toEqual([])
    await expect.poll(() => shop.deps.pool.totalCount - shop.deps.pool.idleCount).toBe(0)
  })
})
