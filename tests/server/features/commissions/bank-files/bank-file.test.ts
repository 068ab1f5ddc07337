import { fc, test as property } from '@fast-check/vitest'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { bankFile, bankFileName } from '#server/features/commissions/bank-files/bank-file.ts'
import { bankReference, bankText, isBankAccount } from '#server/features/referers/bank-account.ts'
import { pence } from '#shared/money/money.ts'

describe('bankText', () => {
  const table: [text: string, written: string][] = [
    ['Hedgerow Flying Club', 'HEDGEROW FLYING CL'],
    ['Crosswind & Sons', 'CROSSWIND & SONS'],
    ["O'Hare Aviation", 'OHARE AVIATION'],
    ['Şafak Uçuş Kulübü', 'SAFAK UCUS KULUBU'],
    ['Łódź Æro ß', 'LODZ AERO SS'],
    ['=SUM(A1)', 'SUM A1'],
    ['- @club', 'CLUB'],
    ['  two   blanks ', 'TWO BLANKS'],
    ['2026-Q3 HEDGEROW17', '2026-Q3 HEDGEROW17'],
    ['航空', ''],
  ]
  test.each(table)('%j is %j', (text, written) => {
    expect(bankText(text)).toBe(written)
  })

  property.prop([fc.string({ unit: 'grapheme' })])('holds what a bank takes, whatever the text', (text) => {
    expect(bankText(text)).toMatch(/^([A-Z0-9][A-Z0-9.&/ -]{0,17})?$/)
  })
})

describe('bankFile', () => {
  test('has a row for each payment, with digits unchanged', () => {
    const file = bankFile([
      {
        sortCode: '012345',
        accountNumber: '00012345',
        accountName: 'Hedgerow, Flying',
        amountPence: pence(123_456),
        reference: '2026-Q3 HEDGEROW17',
      },
    ])
    expect(file).toBe(
      'Sort code,Account number,Account name,Amount,Reference\r\n012345,00012345,HEDGEROW FLYING,1234.56,2026-Q3 HEDGEROW17\r\n',
    )
    expect(parse(file)).toHaveLength(2)
  })
})

describe('bankFileName', () => {
  test('contains the sequence in the quarter and the number of repeats', () => {
    expect(bankFileName({ quarter: '2026-Q3', sequence: 1, repeated: 0, extension: 'csv' })).toBe(
      'payments-2026-Q3-1.csv',
    )
    expect(bankFileName({ quarter: '2026-Q3', sequence: 2, repeated: 197, extension: 'txt' })).toBe(
      'payments-2026-Q3-2-repeats-197.txt',
    )
  })
})

describe('bankReference', () => {
  test.each([
    ['HEDGEROW17', '2026-Q3 HEDGEROW17'],
    ['AB1', '2026-Q3 AB1'],
    // They differ at the end only: truncated there, both would be the same.
    ['NORTHFIELD-AERO-1', '2026-Q3 ELD-AERO-1'],
    ['NORTHFIELD-AERO-2', '2026-Q3 ELD-AERO-2'],
    ['ABCDEFGHI-123456789', '2026-Q3 123456789'],
    ['LONG_CLUB_17', '2026-Q3 NG CLUB 17'],
  ])('of %s is %s', (code, reference) => {
    expect(bankReference('2026-Q3', code)).toBe(reference)
    expect(bankText(reference)).toBe(reference)
  })
})

describe('isBankAccount', () => {
  test.each([
    ['123456', '12345678', true],
    ['12345', '12345678', false],
    ['123456', '1234567', false],
    ['', '', false],
    ['12-34-56', '12345678', false],
  ])('%j %j: %s', (sortCode, accountNumber, isOne) => {
    expect(isBankAccount({ sortCode, accountNumber })).toBe(isOne)
  })
})
