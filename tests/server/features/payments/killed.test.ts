import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { bundleProgram, type Program } from '#tests/support/program.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'
import type { DeathWish } from './killed-program.ts'

let shop: TestShop
let program: Program
beforeAll(async () => {
  shop = await createTestShop()
  program = await bundleProgram('tests/server/features/payments/killed-program.ts')
})
afterAll(async () => {
  program.remove()
  await shop.close()
})

/** A paid order of three videos with a code, before any sync. */
async function payQuietly(code: string) {
  const student = await makeStudent(shop.deps)
  const order = await shop.order({ student, videoIds: [1, 2, 3], code })
  await shop.pay(order.intentId)
  return { ...order, studentId: student.id }
}

/** Syncs in a separate process; returns its number of statements, or null when it died. */
async function settleAndDie(intentId: string, dieBefore: number): Promise<number | null> {
  const { host, port, secretKey } = shop.sandbox
  const wish: DeathWish = {
    databaseUrl: shop.deps.databaseUrl,
    stripe: { host, port, secretKey },
    intentId,
    dieBefore,
  }
  const child = spawn(process.execPath, [program.file, JSON.stringify(wish)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complained += chunk.toString()
  })
  const [code, signal] = await once(child, 'close')
  if (signal === 'SIGKILL') return null
  expect(code, complained).toBe(0)
  return Number(said)
}

/** Everything that the fulfilment of one order writes. */
async function traces({ orderId, studentId }: { orderId: string; studentId: string }) {
  const { db } = shop.deps
  const [order, payments, entitlements, invoices, commissions, entries, mails] = await Promise.all([
    db.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } }),
    db.payment.count({ where: { orderId, status: 'paid' } }),
    db.entitlement.count({ where: { studentId } }),
    db.document.count({ where: { orderId } }),
    db.commission.count({ where: { orderId } }),
    db.ledgerEntry.count({ where: { commission: { orderId } } }),
    db.outboxMessage.count({ where: { dedupeKey: `purchase:${orderId}` } }),
  ])
  return { status: order.status, payments, entitlements, invoices, commissions, entries, mails }
}

const NOTHING = {
  status: 'open',
  payments: 0,
  entitlements: 0,
  invoices: 0,
  commissions: 0,
  entries: 0,
  mails: 0,
}
const EVERYTHING = {
  status: 'paid',
  payments: 1,
  entitlements: 3,
  invoices: 1,
  commissions: 1,
  entries: 1,
  mails: 1,
}

describe('a process that is killed while it fulfils an order', () => {
  it('leaves nothing half done before any statement, and the next sync completes it', {
    timeout: 600_000,
  }, async () => {
    const { code } = await makeReferer(shop.deps)
    const undisturbed = await payQuietly(code)
    const statements = await settleAndDie(undisturbed.intentId, 0)
    expect(await traces(undisturbed)).toEqual(EVERYTHING)
    expect(statements).toBeGreaterThan(10)

    const seen = { nothing: 0, everything: 0 }
    for (let dieBefore = 1; dieBefore <= (statements ?? 0); dieBefore += size(3, 1)) {
      const order = await payQuietly(code)
      expect(await settleAndDie(order.intentId, dieBefore), `killed before statement ${dieBefore}`).toBeNull()
      const left = await traces(order)
      expect([NOTHING, EVERYTHING], `killed before statement ${dieBefore}`).toContainEqual(left)
      seen[left.status === 'open' ? 'nothing' : 'everything']++

      await syncPayment(shop.deps, order.intentId)
      expect(await traces(order), `completed after statement ${dieBefore}`).toEqual(EVERYTHING)
    }
    expect(seen.nothing).toBeGreaterThan(0)
    recordReliability('killed in fulfilment', seen.nothing + seen.everything, 'kills between statements')

    const numbers = await shop.deps.db.document.findMany({
      where: { seriesKey: 'invoice' },
      orderBy: { number: 'asc' },
      select: { number: true },
    })
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_row, index) => index + 1))
  })
})
