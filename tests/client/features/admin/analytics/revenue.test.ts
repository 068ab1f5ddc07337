import { describe, expect, it } from 'vitest'
import { chartPounds, findReferers, subjectOf, takenOff } from '#client/features/admin/analytics/revenue.ts'

it.each([
  ['0.00', '£0'],
  ['1490.49', '£1,490'],
  ['9999.99', '£10,000'],
  ['10000.00', '£10k'],
  ['178394.00', '£178k'],
  ['2400000.00', '£2,400k'],
  ['-12.50', '−£13'],
])('a chart says of %s %s', (pounds, search) => {
  expect(chartPounds(pounds)).toBe(search)
})

it('takes sums off with their sign, and nothing without one', () => {
  expect(takenOff('40.00', '34.00')).toBe('−£74.00')
  expect(takenOff('0.00')).toBe('£0.00')
})

it('knows the subject of a video, and none of a video that is new', () => {
  expect([subjectOf(1), subjectOf(99)]).toEqual(['air-law', undefined])
})

describe('findClubs', () => {
  const referer = (
    clubName: string,
    totalRevenue: string,
    customerCount: number,
    commissionGenerated = '0.00',
  ) => ({
    clubId: clubName,
    clubName,
    totalRevenue,
    customerCount,
    commissionGenerated,
  })
  const referers = [
    referer('Club 10', '50.00', 3),
    referer('Club 2', '50.00', 9),
    referer('Windsock', '90.00', 1, '4.00'),
  ]
  const names = (wish: Parameters<typeof findReferers>[1]) =>
    findReferers(referers, wish).map(({ clubName }) => clubName)

  it('orders them, equals by the numbers in their names', () => {
    expect(names({ search: '', order: 'revenue' })).toEqual(['Windsock', 'Club 2', 'Club 10'])
    expect(names({ search: '', order: 'customers' })).toEqual(['Club 2', 'Club 10', 'Windsock'])
    expect(names({ search: '', order: 'commission' })).toEqual(['Windsock', 'Club 2', 'Club 10'])
    expect(names({ search: '', order: 'name' })).toEqual(['Club 2', 'Club 10', 'Windsock'])
  })

  it('finds search in any letter case', () => {
    expect(names({ search: ' CLUB ', order: 'name' })).toEqual(['Club 2', 'Club 10'])
  })
})
