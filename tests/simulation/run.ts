import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '#server/infra/root.ts'
import { setup } from '#tests/support/global-setup.ts'
import { drawHistory } from './history.ts'
import { buildServer } from './planted-build.ts'
import { PLANTS } from './plants.ts'
import { describeFailure, shrink, simulate } from './simulate.ts'

/** `npm run simulate -- --seed 7 --seeds 3 --months 12`; `--plant NAME` breaks the shop first, `--shrink 0` leaves a history as it is. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    seeds: { type: 'string', default: '1' },
    months: { type: 'string', default: '1' },
    shrink: { type: 'string', default: '20' },
    plant: { type: 'string' },
  },
})

const say = (words: string) => process.stdout.write(`${words}\n`)
const stop = await setup()
try {
  const plant = PLANTS.find(({ name }) => name === values.plant)
  if (values.plant !== undefined && !plant) {
    throw new Error(`There is no such plant. There are: ${PLANTS.map(({ name }) => name).join(', ')}`)
  }
  const build = plant ? await buildServer(plant) : join(projectRoot, 'dist/server')
  for (let n = 0; n < Number(values.seeds); n++) {
    const history = drawHistory(Number(values.seed) + n, Number(values.months))
    const began = performance.now()
    const failure = await simulate(history, { build, say })
    const seconds = Math.round((performance.now() - began) / 1_000)
    say(
      `seed ${history.seed}: ${history.steps.length} steps in ${seconds} s: ${failure ? 'a law is broken' : 'every law holds'}`,
    )
    if (!failure) continue
    process.exitCode = 1
    say(describeFailure(history, failure))
    if (Number(values.shrink) === 0) continue
    const shrunk = await shrink(history, failure, { build, runs: Number(values.shrink) })
    say(`\nThe shortest history found; the law broke in ${shrunk.broke} of ${shrunk.runs} shorter ones:`)
    say(describeFailure(shrunk.history, shrunk.failure))
  }
} finally {
  await stop?.()
}
