import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { csvRow, moneyCell, numberCell, textCell } from '#server/features/commissions/csv-cells.ts'
import { pence } from '#shared/money/money.ts'
import { recordReliability } from '#tests/support/reliability.ts'

/** Parses one record by RFC 4180, independently of the writer. */
function readRecord(record: string): string[] {
  const cells: string[] = []
  let rest = record
  for (;;) {
    const [all = '', quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(rest) ?? []
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    rest = rest.slice(all.length)
    if (rest === '\r\n') return cells
    expect(rest[0]).toBe(',')
    rest = rest.slice(1)
  }
}

describe('textCell', () => {
  const table: [text: string | null, encoded: string, why: string][] = [
    ['Sam Carter', 'Sam Carter', 'plain text stays plain'],
    ['Carter, Sam', '"Carter, Sam"', 'a separator'],
    ['the "old" club', '"the ""old"" club"', 'quotes'],
    ['two\nlines', '"two\nlines"', 'a line break'],
    ['', '', 'nothing'],
    [null, '', 'null'],
    ['=1+1', "'=1+1", 'a formula'],
    ['+44 20 7946 0000', "'+44 20 7946 0000", 'a telephone number begins like one'],
    ['-2+3', "'-2+3", 'a minus'],
    ['@SUM(A1)', "'@SUM(A1)", 'an at sign'],
    ['\t=1', "'\t=1", 'a tab'],
    ['\rcmd', `"'\rcmd"`, 'a carriage return'],
    ['  =1', "'  =1", 'blanks before it'],
    ['＝1+1', "'＝1+1", 'the wide form'],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`, 'guarded and quoted'],
    ['a=b', 'a=b', 'further in it is harmless'],
  ]
  test.each(table)('%j is %j: %s', (text, encoded) => {
    expect(textCell(text).encoded).toBe(encoded)
    recordReliability('injection', 1, 'cells')
  })
})

describe('numbers and money', () => {
  test('trusted negative amounts stay numbers', () => {
    expect(moneyCell(pence(-1_200)).encoded).toBe('-12.00')
    expect(moneyCell(pence(34_000)).encoded).toBe('340.00')
    expect(moneyCell(null).encoded).toBe('')
    expect(numberCell(-7).encoded).toBe('-7')
    expect(numberCell(12.5).encoded).toBe('12.5')
    expect(numberCell(-0).encoded).toBe('0')
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7])('%d is refused', (value) => {
    expect(() => numberCell(value)).toThrow(RangeError)
  })
})

describe('csvRow', () => {
  test('a refund among the sales of a quarter', () => {
    const row = csvRow([
      textCell('2026-Q4'),
      textCell('=cmd'),
      textCell('a,b'),
      moneyCell(pence(-6_000)),
      numberCell(5),
    ])
    expect(row).toBe(`2026-Q4,'=cmd,"a,b",-60.00,5\r\n`)
  })

  const hostile = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '"', ',', '\r', '\n', '\t', "'", ' ', 'a', '1') }),
  )

  property.prop([fc.array(hostile, { minLength: 1, maxLength: 6 })])(
    'whatever the text, it is read back whole, and no cell begins a formula',
    (texts) => {
      const cells = readRecord(csvRow(texts.map((text) => textCell(text))))
      expect(cells).toHaveLength(texts.length)
      for (const [index, cell] of cells.entries()) {
        expect([texts[index], `'${texts[index]}`]).toContain(cell)
        expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      }
    },
  )
})
