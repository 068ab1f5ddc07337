import { describe, expect, it } from 'vitest'
import { drawHistory } from './history.ts'

const YEAR = 12
const seeds = Array.from({ length: 40 }, (_, n) => n + 1)

describe('the history of a seed', () => {
  it('is the same each time, and another for another seed', () => {
    expect(drawHistory(7, YEAR)).toEqual(drawHistory(7, YEAR))
    expect(drawHistory(7, YEAR).steps).not.toEqual(drawHistory(8, YEAR).steps)
  })

  it('leaves kinds of steps out of a year, but none out of all years', () => {
    const month = new Set(seeds.flatMap((seed) => drawHistory(seed, 1).steps.map(({ kind }) => kind)))
    const years = seeds.map((seed) => new Set(drawHistory(seed, YEAR).steps.map(({ kind }) => kind)))
    expect(new Set(years.flatMap((kinds) => [...kinds]))).toEqual(month)
    for (const kind of ['campaign', 'attack', 'stop', 'price', 'refund'] as const)
      expect(years.some((kinds) => !kinds.has(kind))).toBe(true)
  })

  it('has faults of Redis where the queue is there, behind all other numbers', () => {
    const { steps } = drawHistory(3, 1)
    const onRedis = drawHistory(3, 1, 'redis').steps
    expect(onRedis.filter(({ number }) => number < steps.length)).toEqual(steps)
    expect(onRedis.some(({ kind }) => kind === 'queue away')).toBe(true)
  })

  it('pays the payouts of a year every month', () => {
    for (const seed of seeds) {
      const paid = drawHistory(seed, YEAR).steps.filter(({ kind }) => kind === 'pay payouts')
      expect(paid).toHaveLength(YEAR)
    }
  })

  it('numbers each step once, and lists them by their days', () => {
    const { steps } = drawHistory(3, 1)
    expect(new Set(steps.map(({ number }) => number)).size).toBe(steps.length)
    expect(steps.map(({ day }) => day)).toEqual(steps.map(({ day }) => day).toSorted((a, b) => a - b))
  })
})
