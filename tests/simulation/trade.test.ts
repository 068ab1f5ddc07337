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
const SHARE = size(0.1, 1)
/** Histories that broke a law through a fault of the simulation (docs/simulation.md). They take minutes. */
const KEPT = [
  { seed: 3, months: 1, share: 1, queue: 'postgresql' },
  { seed: 6016, months: 12, share: 0.1, queue: 'postgresql' },
  { seed: 6105, months: 12, share: 0.1, queue: 'postgresql' },
  { seed: 6201, months: 12, share: 0.1, queue: 'redis' },
  { seed: 6210, months: 12, share: 0.1, queue: 'redis' },
] as const

describe('trade in four processes, with everything that can go wrong', () => {
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot })
  }, LONG)

  async function expectEveryLawToHold(history: History): Promise<void> {
    const failure = await simulate(history, { build: join(projectRoot, 'dist/server') })
    expect(failure === null ? '' : describeFailure(history, failure)).toBe('')
  }

  const shareOf = (whole: History, share: number) => (share < 1 ? partOf(whole, { share }) : whole)

  it.each([5, 6, 7])('keeps every law through a month of seed %i', { timeout: LONG }, (seed) =>
    expectEveryLawToHold(shareOf(drawHistory(seed, 1), SHARE)),
  )

  it.each(KEPT.slice(0, size(0, KEPT.length)))(
    'keeps every law through $months month(s) of seed $seed, in which one was broken',
    { timeout: LONG },
    ({ seed, months, share, queue }) =>
      expectEveryLawToHold(shareOf(drawHistory(seed, months, queue), share)),
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
    await expectEveryLawToHold(history)
  })
})
