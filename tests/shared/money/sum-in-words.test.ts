import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { pence } from '#shared/money/money.ts'
import { sumInWords } from '#shared/money/sum-in-words.ts'

describe('sumInWords', () => {
  const table: [amount: number, words: string][] = [
    [0, 'no pounds'],
    [1, 'one penny'],
    [60, 'sixty pence'],
    [100, 'one pound'],
    [101, 'one pound and one penny'],
    [6_814, 'sixty-eight pounds and fourteen pence'],
    [10_000, 'one hundred pounds'],
    [11_100, 'one hundred and eleven pounds'],
    [100_500, 'one thousand and five pounds'],
    [120_000, 'one thousand two hundred pounds'],
    [1_234_567, 'twelve thousand three hundred and forty-five pounds and sixty-seven pence'],
    [10_000_000, 'one hundred thousand pounds'],
    [100_001_999, 'one million and nineteen pounds and ninety-nine pence'],
    [
      99_999_999_999,
      'nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine pounds and ninety-nine pence',
    ],
  ]
  test.each(table)('%i pence are %j', (amount, words) => {
    expect(sumInWords(pence(amount))).toBe(words)
  })

  test.each([-1, 100_000_000_000])('%i pence are no sum to be paid', (amount) => {
    expect(() => sumInWords(pence(amount))).toThrow(RangeError)
  })

  /** Reads the words back, with nothing of the writer's in it. */
  const VALUES: Record<string, number> = Object.fromEntries(
    [
      'no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
        .split(' ')
        .map((word, value) => [word, value] as const),
      'twenty thirty forty fifty sixty seventy eighty ninety'
        .split(' ')
        .map((word, index) => [word, (index + 2) * 10] as const),
    ].flat(),
  )
  function read(words: string): number {
    let [sum, group] = [0, 0]
    for (const word of words.split(/[ -]/)) {
      if (word === 'hundred') group *= 100
      else if (word === 'thousand' || word === 'million') {
        sum += group * (word === 'million' ? 1_000_000 : 1_000)
        group = 0
      } else group += VALUES[word] ?? 0
    }
    return sum + group
  }

  property.prop([fc.integer({ min: 0, max: 99_999_999_999 })])('reads back as the same amount', (amount) => {
    const words = sumInWords(pence(amount))
    const [, pounds = '', rest = ''] =
      /^(?:(.*) pounds?)?(?: and )?(?:(.*) (?:pence|penny))?$/.exec(words) ?? []
    expect(read(pounds) * 100 + read(rest)).toBe(amount)
  })
})
