import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { expiresAt } from '#shared/catalog/term-end.ts'
import { instant } from '#tests/support/arbitraries.ts'
import { CATALOG_TERMS } from '../../../prisma/seed/new-catalog.ts'

describe('expiresAt', () => {
  const table: [boughtAt: string, isBundle: boolean, expected: string][] = [
    ['2026-11-21T15:00:00.000Z', false, '2027-02-21T15:00:00.000Z'],
    ['2026-11-21T15:00:00.000Z', true, '2027-11-21T15:00:00.000Z'],
    ['2027-01-31T15:00:00.000Z', false, '2027-04-30T14:00:00.000Z'],
    ['2028-02-29T15:00:00.000Z', true, '2029-02-28T15:00:00.000Z'],
  ]
  test.each(table)('bought at %s, bundle %j: open until %s', (boughtAt, isBundle, expected) => {
    const end = expiresAt({ boughtAt: new Date(boughtAt), isBundle, terms: CATALOG_TERMS })
    expect(end.toISOString()).toBe(expected)
  })

  const months = fc.integer({ min: 1, max: 24 })
  property.prop([instant, months, months])('a longer term ends later', (boughtAt, singleMonths, more) => {
    const terms = { singleMonths, bundleMonths: singleMonths + more }
    const single = expiresAt({ boughtAt, isBundle: false, terms })
    expect(single > boughtAt).toBe(true)
    expect(expiresAt({ boughtAt, isBundle: true, terms }) > single).toBe(true)
  })
})
