import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextNumber } from '#server/features/documents/number-documents.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const take = (series: 'invoice' | 'creditNote' = 'invoice') =>
  deps.db.$transaction((tx) => nextNumber(tx, series))

describe('numbers of documents', () => {
  it('count up from one, each series by itself', async () => {
    expect(await take()).toEqual({ number: 1, label: 'INV-000001' })
    expect(await take('creditNote')).toEqual({ number: 1, label: 'CN-000001' })
    expect(await take()).toEqual({ number: 2, label: 'INV-000002' })
  })

  it('have no gap and no double when many take them at once and a third give up', async () => {
    const { lastNumber } = await deps.db.documentSeries.findUniqueOrThrow({ where: { key: 'invoice' } })
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        deps.db
          .$transaction(async (tx) => {
            const { number } = await nextNumber(tx, 'invoice')
            if (turn % 3 === 0) throw new Error('given up')
            return number
          })
          .catch(() => null),
      ),
    )
    const numbers = taken.filter((number) => number !== null).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => lastNumber + 1 + index))
  })
})
