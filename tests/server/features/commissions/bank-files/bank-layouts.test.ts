import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it, test } from 'vitest'
import { LAYOUTS, partsOf } from '#server/features/commissions/bank-files/bank-layouts.ts'
import type { BankOrder } from '#server/features/commissions/bank-files/bank-order.ts'
import { BANK_LAYOUTS, type BankLayout, LAYOUT_NEEDS } from '#shared/commission/bank-layouts.ts'
import { pence } from '#shared/money/money.ts'

const ORDER: BankOrder = {
  payments: [
    {
      sortCode: '090000',
      accountNumber: '12345678',
      accountName: 'Mr Smith',
      amountPence: pence(1_000),
      reference: '2026-Q3 HEDGEROW17',
    },
    {
      sortCode: '010203',
      accountNumber: '00000042',
      accountName: '=Birch, "Söhne" & the others',
      amountPence: pence(148_147),
      reference: '2026-Q3 BIRCH2',
    },
  ],
  account: {
    sortCode: '180002',
    accountNumber: '12345678',
    accountName: 'Made-up Films Ltd',
    serviceUserNumber: '408912',
  },
  payOn: new Date('2026-12-24T12:00:00Z'),
  madeAt: new Date('2026-12-21T10:00:00Z'),
  quarter: '2026-Q3',
  sequence: 7,
}

const golden = (name: string) => readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8')

describe('a layout', () => {
  test.each(BANK_LAYOUTS.map((layout) => [layout]))(
    '%s is the golden file to the byte, and again',
    (layout) => {
      const { write, extension } = LAYOUTS[layout]
      expect(write(ORDER)).toBe(golden(`${layout}.${extension}`))
      expect(write(ORDER)).toBe(write(ORDER))
    },
  )

  test.each(BANK_LAYOUTS.filter((layout) => LAYOUT_NEEDS[layout].account))(
    '%s is none without the account that pays',
    (layout) => {
      expect(() => LAYOUTS[layout].write({ ...ORDER, account: null })).toThrow('names the account that pays')
    },
  )
})

describe('the columns of Coutts', () => {
  it('are D, M, Q, S, Y, AE, AG and AK of forty, and no other', () => {
    const [row = []] = parse(LAYOUTS.coutts.write(ORDER))
    const letters = row.map((_cell: string, index: number) =>
      index < 26 ? String.fromCharCode(65 + index) : `A${String.fromCharCode(65 + index - 26)}`,
    )
    const filled = letters.flatMap((letter: string, index: number) =>
      row[index] ? [[letter, row[index]]] : [],
    )
    expect(letters.at(-1)).toBe('AN')
    expect(filled).toEqual([
      ['D', '01'],
      ['M', '18000212345678'],
      ['Q', '10.00'],
      ['S', '24122026'],
      ['Y', '090000'],
      ['AE', '12345678'],
      ['AG', 'MR SMITH'],
      ['AK', '2026-Q3 HEDGEROW17'],
    ])
  })
})

describe('Bacs Standard 18', () => {
  const lines = LAYOUTS.bacsStandard18.write(ORDER).split('\r\n').slice(0, -1)

  it('has labels of 80 characters around records of 100, and balances', () => {
    expect(lines.map((line) => [line.slice(0, 4), line.length])).toEqual([
      ['VOL1', 80],
      ['HDR1', 80],
      ['HDR2', 80],
      ['UHL1', 80],
      ['0900', 100],
      ['0102', 100],
      ['1800', 100],
      ['EOF1', 80],
      ['EOF2', 80],
      ['UTL1', 80],
    ])
    const amounts = lines.slice(4, 7).map((line) => [line.slice(15, 17), Number(line.slice(35, 46))])
    expect(amounts).toEqual([
      ['99', 1_000],
      ['99', 148_147],
      ['17', 149_147],
    ])
    const [utl = ''] = lines.slice(-1)
    expect([utl.slice(4, 17), utl.slice(17, 30)].map(Number)).toEqual([149_147, 149_147])
    expect([utl.slice(30, 37), utl.slice(37, 44)].map(Number)).toEqual([1, 2])
  })

  it('counts the days of the year in London', () => {
    const at = (day: string) =>
      LAYOUTS.bacsStandard18
        .write({ ...ORDER, payOn: new Date(day) })
        .split('\r\n')[3]
        ?.slice(4, 10)
    expect(at('2026-01-01T12:00:00Z')).toBe(' 26001')
    expect(at('2028-12-31T12:00:00Z')).toBe(' 28366')
    // Midnight in London, still the day before by UTC.
    expect(at('2026-06-30T23:30:00Z')).toBe(' 26182')
  })
})

describe('more payments than a file holds', () => {
  const [payment] = ORDER.payments
  const many = (count: number) =>
    Array.from({ length: count }, () => ({ payment: payment ?? expect.fail('There is no payment') }))
  const table: [layout: BankLayout, most: number][] = [
    ['generic', 250],
    ['coutts', 250],
    ['bacsStandard18', 1_000],
    ['paygate', 1_000],
  ]
  test.each(table)('%s: at most %d, the rest in further files', (layout, most) => {
    expect(partsOf(layout, many(most))).toHaveLength(1)
    const parts = partsOf(layout, many(2 * most + 1))
    expect(parts.map(({ named }) => named.length)).toEqual([most, most, 1])
    expect(parts.map(({ totalPence }) => totalPence)).toEqual([most * 1_000, most * 1_000, 1_000])
  })
})
