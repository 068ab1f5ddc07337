import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { size } from '#tests/support/size.ts'
import { drawHistory, type History } from './history.ts'
import { partOf, until } from './part.ts'
import { describeFailure, simulate } from './simulate.ts'

/** A busy machine is slow, not wrong. */
const LONG = 1_800_000
/** Of what happens in a month. All of it takes many minutes. */
const SHARE = size(0.15, 1)
/** Shares of years that broke a law through a fault of the simulation (docs/simulation.md). They take minutes. */
const KEPT = [
  { seed: 6016, share: 0.1, queue: 'postgresql' },
  { seed: 6105, share: 0.1, queue: 'postgresql' },
  { seed: 6201, share: 0.1, queue: 'redis' },
  { seed: 6210, share: 0.1, queue: 'redis' },
] as const

describe('trade in four processes, with everything that can go wrong', () => {
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot })
  }, LONG)

  it.each([3, 5, 6])('keeps every law through a month of seed %i', { timeout: LONG }, async (seed) => {
    const whole = drawHistory(seed, 1)
    const history = SHARE < 1 ? partOf(whole, { share: SHARE }) : whole
    const failure = await simulate(history, { build: join(projectRoot, 'dist/server') })
    expect(failure === null ? '' : describeFailure(history, failure)).toBe('')
  })

  it.each(KEPT.slice(0, size(0, KEPT.length)))(
    'keeps every law through a year of seed $seed that broke one',
    { timeout: LONG },
    async ({ seed, share, queue }) => {
      const history = partOf(drawHistory(seed, 12, queue), { share })
      const failure = await simulate(history, { build: join(projectRoot, 'dist/server') })
      expect(failure === null ? '' : describeFailure(history, failure)).toBe('')
    },
  )

  it('lets a process end in real time, whatever the clock does: seed 6202', { timeout: LONG }, async () => {
    const history: History = {
      ...until(drawHistory(6202, 1), 0),
      steps: [
        { number: 0, day: 0, minute: 60, kind: 'database away', how: 'silent', afterMs: 0, forMs: 2_500 },
        { number: 1, day: 0, minute: 60, kind: 'deploy', afterMs: 100 },
        { number: 2, day: 0, minute: 540, kind: 'share of a club', club: 1, percent: 5 },
      ],
    }
    const failure = await simulate(history, { build: join(projectRoot, 'dist/server') })
    expect(failure === null ? '' : describeFailure(history, failure)).toBe('')
  })
})
