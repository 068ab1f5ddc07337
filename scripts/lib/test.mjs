import { mkdirSync, rmSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { ensureGenerated } from './generate.mjs'
import './paths.mjs'
import { reportAndExit } from './report.mjs'
import { runNode, StepFailed } from './run.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { ensurePrograms } from './system.mjs'
import { tally } from './tally.mjs'
import { describeTimes, readTimes } from './times.mjs'

/**
 * Everything: types, lint, tests, then journeys in a real browser against what `npm start` would run. Each step is run
 * whatever became of the one before. At the end stands where the time went, and the last line sums them up. `--full`
 * takes heavy suites at their full size.
 */
const OUTPUT = 'tests/.output'
const TSC = 'node_modules/typescript/bin/tsc'
const projects = ['tsconfig.shared.json', 'tsconfig.server.json', 'tsconfig.client.json']

const sum = { passed: 0, failed: 0 }
/** @type {{ steps: import('./times.mjs').StepTime[], files: import('./times.mjs').FileTime[] }} */
const times = { steps: [], files: [] }

async function testAll() {
  stopWithNpm()
  if (process.argv.includes('--full')) process.env.TEST_SIZE = 'full'
  await ensurePrograms()
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  await ensureGenerated()
  // Several checkers in one project do the same work several times: one each, side by side, takes half the time.
  await Promise.all(
    projects.map((project) =>
      step(`Types of ${project}`, () => runNode([TSC, '-p', project, '--checkers', '1'], { quiet: true })),
    ),
  )
  await step('Lint', () => runNode(['node_modules/@biomejs/biome/bin/biome', 'check', '.']))
  await step('Unused files, exports and packages', () => runNode(['node_modules/knip/bin/knip.js']))
  await vitest('tests', '!browser')
  // The browser needs both cores for itself, so it comes last and alone.
  const isBuilt = await step('Build', () => ensureBuilt((words) => console.log(words)))
  if (isBuilt) await vitest('browser', 'browser')
}

/** @param {string} title @param {() => Promise<unknown>} work */
async function step(title, work) {
  console.log(`\n── ${title}`)
  try {
    await timed(title, work)
    sum.passed += 1
    return true
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(error.message)
    sum.failed += 1
    return false
  }
}

/** @param {string} title @param {() => Promise<unknown>} work */
async function timed(title, work) {
  const start = performance.now()
  try {
    return await work()
  } finally {
    times.steps.push({ title, ms: performance.now() - start })
  }
}

/** @param {string} name @param {string} project */
async function vitest(name, project) {
  const title = `vitest --project ${project}`
  console.log(`\n── ${title}`)
  const report = `${OUTPUT}/${name}.json`
  const timesFile = `${OUTPUT}/${name}.times.json`
  const reporters = ['default', 'json', './scripts/lib/times-reporter.mjs'].map((one) => `--reporter=${one}`)
  const args = ['run', '--project', project, ...reporters, `--outputFile.json=${report}`]
  const work = () => runNode(['node_modules/vitest/vitest.mjs', ...args], { env: { TEST_TIMES: timesFile } })
  const hasEndedWell = await timed(title, work).then(
    () => true,
    () => false,
  )
  times.files.push(...readTimes(timesFile))
  const { passed, failed, remarks } = tally(report, hasEndedWell)
  for (const remark of remarks) console.error(remark)
  sum.passed += passed
  sum.failed += failed
}

function conclude() {
  console.log(`\n${describeTimes(times.steps, times.files)}`)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
  process.exit(sum.failed ? 1 : 0)
}

await testAll().then(conclude, (error) => {
  if (!(error instanceof StepFailed)) reportAndExit(error)
  console.error(error.message)
  sum.failed += 1
  conclude()
})
