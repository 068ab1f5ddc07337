import { describe, expect, it } from 'vitest'
import {
  asTyped,
  formatLength,
  lengthWarning,
  minutesOf,
  packagePrice,
  placesOf,
} from '#client/features/admin/catalog/catalog-rows.ts'
import { aFile, aTerms, aVideo } from '#tests/client/features/admin/catalog-fixtures.ts'

it.each([
  [12.4, '12 s'],
  [90.9, '1 min 31 s'],
  [5_052, '84 min 12 s'],
])('%d seconds are %s', (seconds, words) => expect(formatLength(seconds)).toBe(words))

it.each([
  [10, 1],
  [118.6, 2],
  [5_052, 84],
])('%d seconds are %d minutes in the catalog', (seconds, minutes) => expect(minutesOf(seconds)).toBe(minutes))

it('warns of a film that runs far from what the catalogue says', () => {
  expect(lengthWarning(250, 62)).toBe(
    'The file runs 4 min 10 s, and the catalogue says 62 min. Is it the right film?',
  )
  expect(lengthWarning(62 * 60 + 40, 62)).toBeNull()
  expect(lengthWarning(null, 62)).toBeNull()
})

it('says what the package costs', () => {
  const videos = [aVideo({ price: '60.00' }), aVideo({ id: 2, price: '40.00' })]
  expect(packagePrice(videos, aTerms())).toEqual({ list: '£100.00', total: '£60.00' })
})

describe('the places for files', () => {
  it('are there with and without a file', () => {
    const places = placesOf('video', [aFile('film')])
    expect(places.map(({ name }) => name)).toEqual([
      'Film',
      'Captions',
      'Chapters',
      'Image',
      'Free piece',
      'Captions of the free piece',
      'Image of the free piece',
    ])
    expect(places.filter(({ file }) => file).map(({ slot }) => slot)).toEqual(['film'])
  })
})

it.each([
  ['60.00', '60'],
  ['59.50', '59.50'],
  ['0.00', '0'],
])('%s is typed as %s', (pounds, text) => expect(asTyped(pounds)).toBe(text))
