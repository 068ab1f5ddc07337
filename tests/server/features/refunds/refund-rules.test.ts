import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { creditsFor, type Movement } from '#server/features/refunds/refund-rules.ts'
import { type Pence, pence, sumPence, zeroPence } from '#shared/money/money.ts'
import { splitGross } from '#shared/money/vat.ts'
import { splitCredit } from '#shared/refunds/split-credit.ts'

const move = (id: string, taken: number, credited = 0): Movement => ({
  id,
  takenPence: pence(taken),
  creditedPence: pence(credited),
})

describe('what stands credited', () => {
  it.each([
    ['a refund', [move('r', 1_000)], { r: 1_000 }],
    [
      'a dispute lost over what was refunded',
      [move('r', 4_000, 4_000), move('d', 4_000)],
      { r: 4_000, d: 0 },
    ],
    ['that refund failing afterwards', [move('r', 0, 4_000), move('d', 4_000)], { r: 0, d: 4_000 }],
    ['a part of it failing', [move('r', 0, 1_000), move('d', 4_000, 3_000)], { r: 0, d: 4_000 }],
    ['a dispute won on appeal', [move('r', 1_000, 1_000), move('d', 0, 3_000)], { r: 1_000, d: 0 }],
    [
      'a refund heard of after the dispute was lost',
      [move('r', 4_000), move('d', 4_000, 4_000)],
      { r: 0, d: 4_000 },
    ],
  ])('of %s', (_what, movements, expected) => {
    expect(Object.fromEntries(creditsFor(pence(4_000), movements))).toEqual(expected)
  })
})

const PAID = pence(10_800)
const RATE = 0.2
const order = {
  totalPence: PAID,
  vatPence: splitGross(PAID, RATE).vatPence,
  vatRate: RATE,
  lines: [],
}

/** A change of one payment: a movement takes an amount from now on, 0 where it failed or was won. */
const news = fc.array(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), taken: fc.integer({ min: 0, max: 10_800 }) }),
  { minLength: 1, maxLength: 12 },
)

type Credited = { grossPence: Pence; vatPence: Pence }

/** Records the changes in order, as the shop does: less taken is reversed, more taken is credited. */
function book(told: readonly { id: string; taken: number }[]): Map<string, Credited> {
  const credits = new Map<string, Credited>()
  const taken = new Map<string, Pence>()
  for (const { id, taken: amount } of told) {
    taken.set(id, pence(amount))
    const movements = [...taken].map(([key, takenPence]) => ({
      id: key,
      takenPence,
      creditedPence: credits.get(key)?.grossPence ?? zeroPence,
    }))
    const targets = creditsFor(PAID, movements)
    for (const [key, target] of targets) {
      if (target < (credits.get(key)?.grossPence ?? 0)) credits.delete(key)
    }
    for (const [key, target] of targets) {
      const before = credits.get(key) ?? { grossPence: zeroPence, vatPence: zeroPence }
      if (target === before.grossPence) continue
      const all = sumOf(credits)
      const credit = splitCredit({
        order,
        before: all,
        amountPence: pence(target - before.grossPence),
        lines: [],
      })
      credits.set(key, {
        grossPence: pence(before.grossPence + credit.grossPence),
        vatPence: pence(before.vatPence + credit.vatPence),
      })
    }
  }
  return credits
}

function sumOf(credits: ReadonlyMap<string, Credited>): Credited {
  return {
    grossPence: sumPence([...credits.values()].map(({ grossPence }) => grossPence)),
    vatPence: sumPence([...credits.values()].map(({ vatPence }) => vatPence)),
  }
}

function bankOut(told: readonly { id: string; taken: number }[]): number {
  const last = new Map<string, number>(told.map(({ id, taken }) => [id, taken]))
  return Math.min(
    PAID,
    [...last.values()].reduce((sum, taken) => sum + taken, 0),
  )
}

describe('any history of refunds and disputes', () => {
  property.prop([news])('ends with the bank’s balance credited, VAT within the gross', (told) => {
    const { grossPence, vatPence } = sumOf(book(told))
    expect(grossPence).toBe(bankOut(told))
    expect(vatPence).toBeGreaterThanOrEqual(0)
    expect(vatPence).toBeLessThanOrEqual(Math.min(grossPence, order.vatPence))
    expect(PAID - grossPence).toBeGreaterThanOrEqual(order.vatPence - vatPence)
    if (grossPence === PAID) expect(vatPence).toBe(order.vatPence)
  })

  property.prop([news])('never credits a movement with more than it took', (told) => {
    const last = new Map<string, number>(told.map(({ id, taken }) => [id, taken]))
    for (const [id, { grossPence }] of book(told)) expect(grossPence).toBeLessThanOrEqual(last.get(id) ?? 0)
  })

  property.prop([news, fc.nat()])('comes to the same sum in whatever order it is told', (all, turn) => {
    const told = all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index)
    const turned = [...told.slice(turn % told.length), ...told.slice(0, turn % told.length)]
    expect(sumOf(book(turned)).grossPence).toBe(sumOf(book(told)).grossPence)
  })

  property.prop([news])('changes nothing when the last change is recorded again', (told) => {
    expect(book([...told, ...told.slice(-1)])).toEqual(book(told))
  })
})
