import { describe, expect, test } from 'vitest'
import { CATEGORIES, findCategory } from '#shared/catalog/catalog.ts'
import { sumPence } from '#shared/money/money.ts'
import { CATALOG, CATALOG_TERMS } from '../../../prisma/seed/new-catalog.ts'

describe('the categories', () => {
  test('are the seven, each with its own slug, code and colour', () => {
    expect(CATEGORIES.map(({ name }) => name)).toEqual([
      'Air Law',
      'Navigation',
      'Meteorology',
      'Principles of Flight',
      'Human Performance',
      'Aircraft General',
      'Communications',
    ])
    expect(CATEGORIES.map(({ code }) => code)).toEqual(['ALW', 'NAV', 'MET', 'POF', 'HPL', 'AGK', 'COM'])
    expect(CATEGORIES.map(({ colour }) => colour)).toEqual(['law', 'nav', 'met', 'pof', 'hpl', 'agk', 'com'])
    expect(new Set(CATEGORIES.map(({ slug }) => slug)).size).toBe(7)
  })

  test('are found by name and by slug', () => {
    expect(findCategory('Air Law')?.code).toBe('ALW')
    expect(findCategory('principles-of-flight')?.code).toBe('POF')
    expect(findCategory('Instruments')).toBeNull()
  })
})

describe('the catalog', () => {
  test('is seven videos, one for each category, in the same order', () => {
    expect(CATALOG.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(CATALOG.map(({ category }) => category)).toEqual(CATEGORIES.map(({ slug }) => slug))
    expect(CATALOG.map(({ title }) => title)).toEqual(CATEGORIES.map(({ name }) => name))
    expect(CATALOG).toHaveLength(CATALOG_TERMS.collectionSize)
  })

  test('costs £380 video by video: five at £60, Human Performance and Communications at £40', () => {
    expect(sumPence(CATALOG.map(({ pricePence }) => pricePence))).toBe(38_000)
    const atForty = CATALOG.filter(({ pricePence }) => pricePence === 4_000)
    expect(atForty.map(({ title }) => title)).toEqual(['Human Performance', 'Communications'])
  })

  test('runs for 10 hours and 17 minutes, each video one to two hours', () => {
    const minutes = CATALOG.map(({ durationMinutes }) => durationMinutes)
    expect(minutes.reduce((sum, each) => sum + each, 0)).toBe(617)
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(60)
    expect(Math.max(...minutes)).toBeLessThanOrEqual(120)
  })

  test('promises no exam passed and no syllabus covered', () => {
    for (const { description } of CATALOG) {
      expect(description).not.toMatch(/pass rate|guarantee|complete syllabus|all (the )?exams|CAA/i)
      expect(description.length).toBeLessThanOrEqual(200)
    }
  })
})
