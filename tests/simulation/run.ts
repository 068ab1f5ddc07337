import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '#server/infra/root.ts'
import { setup } from '#tests/support/global-setup.ts'
import { drawHistory } from './history.ts'
import { argumentsOf, partOf } from './part.ts'
import { buildServer } from './planted-build.ts'
import { PLANTS } from './plants.ts'
import { shrink } from './shrink.ts'
import { describeFailure, simulate } from './simulate.ts'

/**
 * `npm run simulate -- --seed 7 --seeds 3 --months 12`; `--plant NAME` breaks the shop first, `--shrink 0` leaves a history as it is,
 * `--days 5 --steps 1,9` lets a part of it happen, `--share 0.4` so much of it.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    seeds: { type: 'string', default: '1' },
    months: { type: 'string', default: '1' },
    shrink: { type: 'string', default: '20' },
    days: { type: 'string' },
    steps: { type: 'string' },
    share: { type: 'string' },
    plant: { type: 'string' },
    queue: { type: 'string', default: 'postgresql' },
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
  const numbers = values.steps?.split(',').filter(Boolean).map(Number)
  const part = {
    ...(values.days && { days: Number(values.days) }),
    ...(numbers && { steps: numbers }),
    ...(values.share && { share: Number(values.share) }),
  }
  const queue = values.queue === 'redis' ? 'redis' : 'postgresql'
  for (let n = 0; n < Number(values.seeds); n++) {
    const history = partOf(drawHistory(Number(values.seed) + n, Number(values.months), queue), part)
    const began = performance.now()
    const failure = await simulate(history, { build, plant, say })
    const seconds = Math.round((performance.now() - began) / 1_000)
    say(
      `seed ${history.seed}: ${history.steps.length} steps in ${seconds} s: ${failure ? 'a law is broken' : 'every law holds'}`,
    )
    if (!failure) continue
    process.exitCode = 1
    say(describeFailure(history, failure))
    if (Number(values.shrink) === 0) continue
    const shrunk = await shrink(history, failure, {
      most: Number(values.shrink),
      run: async (shorter) => {
        const again = await simulate(shorter, { build, plant })
        say(
          `  ${shorter.steps.length} steps: ${again ? again.broken.map(({ law }) => law).join(', ') : 'every law holds'}`,
        )
        return again
      },
    })
    say(
      `\nThe ${shrunk.isShortest ? 'shortest history' : 'shortest history found in time'}; the law broke in ${shrunk.broke} of ${shrunk.runs} shorter ones:`,
    )
    say(describeFailure(shrunk.history, shrunk.failure))
    const planted = plant ? ` --plant ${plant.name}` : ''
    say(`again: npm run simulate -- --months ${values.months} ${argumentsOf(shrunk.history)}${planted}`)
  }
} finally {
  await stop?.()
}
