import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { drawHistory, type History, type Step } from './history.ts'
import { argumentsOf, partOf } from './part.ts'
import { shrink } from './shrink.ts'
import type { Failure } from './simulate.ts'

const LAW = 'the law'
const whole = drawHistory(1, 1)
const numbersOf = ({ steps }: History) => steps.map(({ number }) => number)
/** A step of a sale that was not made does nothing. */
const isDone = (step: Step, { steps, days }: History) =>
  step.day < days &&
  steps.includes(step) &&
  (!('sale' in step) || steps.some((one) => one.kind === 'buy' && one.sale === step.sale))

type Shop = { groups: readonly (readonly number[])[]; hiding: readonly (readonly [number, number])[] }

/**
 * A shop that breaks its law once all steps of one of the groups are done, each named by its place. Of each pair the later step hides that, unless the
 * earlier one was done too.
 */
function shopOf({ groups, hiding }: Shop) {
  return async (history: History): Promise<Failure | null> => {
    const done = whole.steps.flatMap((step, place) => (isDone(step, history) ? [place] : []))
    const isHidden = (at: number) =>
      hiding.some((pair) => {
        const [cure, hider] = [Math.min(...pair), Math.max(...pair)]
        return hider <= at && done.includes(hider) && !done.includes(cure)
      })
    const complete = groups.filter((group) => group.every((number) => done.includes(number)))
    const at = Math.min(...complete.map((group) => Math.max(...group)).filter((last) => !isHidden(last)))
    const last = whole.steps[at]
    return last ? { day: last.day, broken: [{ law: LAW, detail: '' }], log: '' } : null
  }
}

const stepOf = fc.nat(whole.steps.length - 1)
const group = fc.uniqueArray(stepOf, { minLength: 1, maxLength: 5 })
const shop = fc.record({
  groups: fc.array(group, { minLength: 1, maxLength: 3 }),
  hiding: fc.array(fc.tuple(stepOf, stepOf), { maxLength: 3 }),
})
const ample = 10_000

async function shrinkIn(run: ReturnType<typeof shopOf>, most: number) {
  const failure = await run(whole)
  if (!failure) throw new Error('The whole history breaks no law')
  return shrink(whole, failure, { run, most })
}

describe('the shrinker', () => {
  property.prop([shop])('leaves a history that breaks the law and needs each of its steps', async (some) => {
    const run = shopOf(some)
    const { history, isShortest } = await shrinkIn(run, ample)
    expect(await run(history)).not.toBeNull()
    for (const left of history.steps) {
      expect(await run({ ...history, steps: history.steps.filter((step) => step !== left) })).toBeNull()
    }
    expect(isShortest).toBe(true)
  })

  property.prop([shop, fc.nat(30)])('tries no history twice and ends with its runs', async (some, most) => {
    const run = shopOf(some)
    const tried: string[] = []
    const { history, runs } = await shrinkIn((one) => {
      tried.push(numbersOf(one).join())
      return run(one)
    }, most)
    expect(await run(history)).not.toBeNull()
    expect(runs).toBeLessThanOrEqual(most)
    expect(new Set(tried).size).toBe(tried.length)
  })

  property.prop([shop])('prints arguments that let the same history happen again', async (some) => {
    const { history } = await shrinkIn(shopOf(some), ample)
    const [, , , days, , steps] = argumentsOf(history).split(' ')
    const again = partOf(drawHistory(1, 1), {
      days: Number(days),
      steps: (steps ?? '').split(',').map(Number),
    })
    expect(again).toEqual(history)
  })

  test('prints the share of a history too, whose quiet times are rarer', () => {
    const shared = partOf(drawHistory(1, 1), { share: 0.5, days: 30, steps: [1, 6] })
    expect(argumentsOf(shared)).toBe('--seed 1 --days 30 --steps 1,6 --share 0.5')
    expect(shared.quietDays).toEqual([29])
  })

  test('keeps to the law that broke first', async () => {
    const run = async (history: History): Promise<Failure> => {
      const law = numbersOf(history).includes(3) ? LAW : 'another'
      return { day: 9, broken: [{ law, detail: '' }], log: '' }
    }
    expect(numbersOf((await shrinkIn(run, ample)).history)).toEqual([3])
  })

  test('makes no day quiet that was not', async () => {
    const lastDay = async (history: History): Promise<Failure | null> =>
      history.quietDays.length === 0 ? { day: 4, broken: [{ law: LAW, detail: '' }], log: '' } : null
    const failure = { day: 4, broken: [{ law: LAW, detail: '' }], log: '' }
    const { history } = await shrink(whole, failure, { run: lastDay, most: ample })
    expect(history.steps).toEqual([])
  })
})
