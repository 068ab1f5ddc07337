import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { seedLarge } from '../../../prisma/seed/large.ts'
import { seed } from '../../../prisma/seed.ts'

const SIZE = { sales: 100, referers: 2, quarters: 3 }

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
  await seed(deps)
  // Numbers grow beyond their six places without a gap and without a double.
  await deps.db.documentSeries.update({ where: { key: 'invoice' }, data: { lastNumber: 999_950 } })
})
afterAll(() => deps.close())

test('the large demo is filled once: each sale is paid, invoiced and priced by its lines', async () => {
  expect(await seedLarge(deps, SIZE)).toBe(true)
  expect(await seedLarge(deps, SIZE)).toBe(false)

  const orders = await deps.db.order.findMany({
    where: { payment: { intentId: { startsWith: 'pi_large_' } } },
    include: { payment: true, lines: true, documents: { where: { kind: 'invoice' } } },
  })
  expect(orders).toHaveLength(SIZE.sales)
  for (const { status, totalPence, payment, lines, documents } of orders) {
    const linesPence = lines.reduce((sum, line) => sum + line.grossPence, 0)
    expect({ status, paid: payment?.amountPence, linesPence, invoices: documents.length }).toEqual({
      status: 'paid',
      paid: totalPence,
      linesPence: totalPence,
      invoices: 1,
    })
  }
  const labels = orders.flatMap(({ documents }) => documents.map(({ label }) => label)).toSorted()
  expect([labels.length, labels[0], labels.at(-1)]).toEqual([100, 'INV-1000000', 'INV-999999'])
  expect(await deps.db.payoutEntry.count()).toBeGreaterThan(0)
})
