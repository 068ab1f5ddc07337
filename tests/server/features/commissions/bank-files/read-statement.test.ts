import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it, test } from 'vitest'
import { readStatement } from '#server/features/commissions/bank-files/read-statement.ts'

const amounts = (content: string) => readStatement(content)?.map(({ amountPence }) => amountPence)

describe('a bank statement', () => {
  it('has one column of amounts, or money in and money out', () => {
    expect(amounts('Date,Description,Amount\n01/10/2026,A,-12.50\n02/10/2026,B,"1,200"\n')).toEqual([
      -1_250, 120_000,
    ])
    expect(
      amounts(
        'Date;Type;Money out (£);Money in (£);Balance\r\n01/10/2026;FP;12.50;;1.00\r\n02/10/2026;FP;;3;4.00\r\n',
      ),
    ).toEqual([-1_250, 300])
    expect(amounts('Date,Details,Debit,Credit\n2026-10-01,A,-7.10,\n')).toEqual([-710])
  })

  it('begins below what a bank writes above it, and keeps the number of the row', () => {
    const lines = readStatement('Account,12-34-56 12345678\n\nDate,Reference,Amount\n1 Oct 2026,X,−5.00\n')
    expect(lines).toEqual([{ row: 4, day: new Date('2026-10-01T11:00:00Z'), amountPence: -500, text: 'X' }])
  })

  it('has semicolons below a title with commas, or commas below one with semicolons', () => {
    expect(amounts('Account, 12-34-56, October\nDate;Text;Amount\n01/10/2026;A, B;-5.00\n')).toEqual([-500])
    expect(amounts('Account; 12-34-56; October\nDate,Text,Amount\n01/10/2026,A; B,-5.00\n')).toEqual([-500])
  })

  it('leaves out lines without an amount, and reads quoted text whole', () => {
    const lines = readStatement('Date,Description,Amount\n,Opening balance,\n01/10/2026,"A, ""B""\nC",1.00\n')
    expect(lines).toMatchObject([{ row: 3, text: 'A, "B"\nC', amountPence: 100 }])
  })

  const days: [text: string, day: string | null][] = [
    ['31/12/2026', '2026-12-31T12:00:00.000Z'],
    ['31-12-26', '2026-12-31T12:00:00.000Z'],
    ['2026-07-01', '2026-07-01T11:00:00.000Z'],
    ['1 July 2026', '2026-07-01T11:00:00.000Z'],
    ['13/13/2026', null],
    ['pending', null],
  ]
  test.each(days)('%s is %s', (text, day) => {
    const [line] = readStatement(`Date,Amount\n${text},1.00\n`) ?? []
    expect(line?.day?.toISOString() ?? null).toBe(day)
  })

  test.each([['hello'], [''], ['Name,Email\na,b\n'], ['Date,Description\n01/10/2026,A\n']])(
    '%j is none',
    (content) => {
      expect(readStatement(content)).toBeNull()
    },
  )

  property.prop([fc.string({ unit: 'grapheme', maxLength: 300 })])('no text breaks the reading', (text) => {
    expect(() => readStatement(`Date,Amount\n${text}`)).not.toThrow()
  })
})
