import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { size } from '#tests/support/size.ts'
import { drawHistory, type History } from './history.ts'
import { until } from './part.ts'
import { describeFailure, simulate } from './simulate.ts'

/** A busy machine is slow, not wrong. */
const LONG = 1_800_000
/** Ten days take about as long as a file of journeys; three months of as many seeds many minutes. */
const DAYS = size(10, 30)
const SEEDS = [3, 1, 2].slice(0, size(1, 3))

describe('trade in four processes, with everything that can go wrong', () => {
  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot })
  }, LONG)

  it.each(SEEDS)(`keeps every law on each of ${DAYS} days of seed %i`, { timeout: LONG }, async (seed) => {
    const history = until(drawHistory(seed, 1), DAYS - 1)
    const failure = await simulate(history, { build: join(projectRoot, 'dist/server') })
    expect(failure === null ? '' : describeFailure(history, failure)).toBe('')
  })

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
