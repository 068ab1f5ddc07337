import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { size } from '#tests/support/size.ts'
import { drawHistory, until } from './history.ts'
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
})
