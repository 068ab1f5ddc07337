import { describe, expect, it } from 'vitest'
import { isForgotten } from './far-faults.ts'
import { drawHistory, type History, type Step } from './history.ts'
import { partOf } from './part.ts'
import { followsPurchase } from './thin.ts'

const YEAR = 12
const seeds = Array.from({ length: 40 }, (_, n) => n + 1)

const isOfVersions = (step: Step) =>
  step.kind === 'two versions' || (step.kind === 'buy' && step.page !== undefined)

const isOfBank = ({ kind }: Step) => kind === 'bank file' || kind === 'bank statement'
const isFullDisk = (step: Step | undefined) => step?.kind === 'database away' && step.how === 'full'
const isOfFullDisk = (step: Step, steps: readonly Step[]) =>
  isFullDisk(step) || isFullDisk(steps.find(({ number }) => number === step.number - 1))

describe('the history of a seed', () => {
  it('is the same each time, and another for another seed', () => {
    expect(drawHistory(7, YEAR)).toEqual(drawHistory(7, YEAR))
    expect(drawHistory(7, YEAR).steps).not.toEqual(drawHistory(8, YEAR).steps)
  })

  it('leaves kinds of steps out of a year, but none out of all years', () => {
    const month = new Set(seeds.flatMap((seed) => drawHistory(seed, 1).steps.map(({ kind }) => kind)))
    const years = seeds.map((seed) => new Set(drawHistory(seed, YEAR).steps.map(({ kind }) => kind)))
    expect(new Set(years.flatMap((kinds) => [...kinds]))).toEqual(month)
    for (const kind of ['attack', 'stop', 'price', 'mail server is slow'] as const)
      expect(years.some((kinds) => !kinds.has(kind))).toBe(true)
  })

  it('has faults of Redis where the queue is there, behind all numbers of steps that were drawn before', () => {
    const { steps: drawn } = drawHistory(3, 1)
    const latest = drawn.filter(
      (step) => isOfVersions(step) || isOfFullDisk(step, drawn) || isOfBank(step) || isForgotten(step),
    )
    const steps = drawn.filter(({ number }) => number < drawn.length - latest.length)
    const onRedis = drawHistory(3, 1, 'redis').steps
    expect(onRedis.filter(({ number }) => number < steps.length)).toEqual(steps)
    expect(onRedis.some(({ kind }) => kind === 'queue away')).toBe(true)
  })

  it('has a buyer for the page of each version on a day that two versions run', () => {
    const months = seeds.map((seed) => drawHistory(seed, 1, 'redis').steps)
    const days = months.flatMap((steps) => steps.filter(({ kind }) => kind === 'two versions'))
    const pages = months.flat().flatMap((step) => (step.kind === 'buy' && step.page ? [step.page] : []))
    expect(days.length).toBeGreaterThan(0)
    expect(pages).toEqual(days.flatMap(() => ['new', 'old']))
  })

  it('fills the disk of PostgreSQL about what is written next', () => {
    for (const seed of seeds) {
      const { steps } = drawHistory(seed, 1)
      const written = steps.filter((step) => isOfFullDisk(step, steps) && !isFullDisk(step))
      for (const { kind } of written) expect(['buy', 'refund', 'campaign']).toContain(kind)
    }
    expect(seeds.some((seed) => drawHistory(seed, 1).steps.some(isFullDisk))).toBe(true)
  })

  it('pays the payouts of a year every month', () => {
    for (const seed of seeds) {
      const paid = drawHistory(seed, YEAR).steps.filter(({ kind }) => kind === 'pay payouts')
      expect(paid).toHaveLength(YEAR)
    }
  })

  it('lets everything in a year follow a purchase of an earlier day that is in it', () => {
    for (const seed of seeds) {
      const { steps } = drawHistory(seed, YEAR)
      const bought = new Map(steps.flatMap((step) => (step.kind === 'buy' ? [[step.sale, step.day]] : [])))
      const followers = steps.filter(followsPurchase).filter((step) => !isForgotten(step))
      expect(followers.filter(({ sale, day }) => (bought.get(sale) ?? day) >= day)).toEqual([])
    }
  })

  it('happens to a share, with every kind of step in some year and each payout, and by the same numbers', () => {
    const years = seeds.map((seed) => drawHistory(seed, YEAR))
    const shares = years.map((year) => partOf(year, { share: 0.4 }))
    const purchasesOf = (histories: readonly History[]) =>
      histories.flatMap(({ steps }) => steps.filter(({ kind }) => kind === 'buy'))
    expect(purchasesOf(shares).length / purchasesOf(years).length).toBeCloseTo(0.4, 1)
    const kindsOf = (histories: readonly History[]) =>
      new Set(histories.flatMap(({ steps }) => steps.map(({ kind }) => kind)))
    expect(kindsOf(shares)).toEqual(kindsOf(years))
    for (const [n, { steps }] of shares.entries()) {
      expect(years[n]?.steps).toEqual(expect.arrayContaining(steps))
      expect(steps.filter(({ kind }) => kind === 'pay payouts')).toHaveLength(YEAR)
    }
  })

  it('leaves nothing in a share that follows a purchase which is not in it', () => {
    for (const seed of seeds) {
      const sales = new Set<number>()
      for (const step of partOf(drawHistory(seed, YEAR), { share: 0.4 }).steps) {
        if (step.kind === 'buy') sales.add(step.sale)
        if ('sale' in step) expect(sales).toContain(step.sale)
      }
    }
  })

  it('lets days of a share pass with the next, unless they have a step or a quiet time', () => {
    const year = drawHistory(3, YEAR)
    const { steps, quietDays, ownDays } = partOf(year, { share: 0.2 })
    expect(year.ownDays).toHaveLength(year.days)
    expect(quietDays).toContain(year.days - 1)
    expect(new Set(ownDays)).toEqual(new Set([...quietDays, ...steps.map(({ day }) => day)]))
    expect(ownDays.length).toBeLessThan(year.days / 2)
  })

  it('numbers each step once, and lists them by their days', () => {
    const { steps } = drawHistory(3, 1)
    expect(new Set(steps.map(({ number }) => number)).size).toBe(steps.length)
    expect(steps.map(({ day }) => day)).toEqual(steps.map(({ day }) => day).toSorted((a, b) => a - b))
  })
})
