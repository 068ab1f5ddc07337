import { mkdirSync, rmSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { ensureGenerated } from './generate.mjs'
import './paths.mjs'
import { describeReliability, readFailedFiles, readFigures } from './reliability.mjs'
import { reportAndExit } from './report.mjs'
import { runNode, StepFailed } from './run.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { ensurePrograms } from './system.mjs'
import { tally } from './tally.mjs'
import { describeTimes, readTimes } from './times.mjs'

/**
 * Everything: types, lint, unused code and the build, then the tests beside the journeys in a real browser against what
 * `npm start` would run. Each step is run whatever became of the others. At the end stands where the time went, and the
 * last line sums them up. `--full` takes heavy suites at their full size and prints what the tests of reliability measured.
 */
const OUTPUT = 'tests/.output'
const FIGURES = `${OUTPUT}/reliability.ndjson`
const isFull = process.argv.includes('--full')
const TSC = 'node_modules/typescript/bin/tsc'
const projects = ['tsconfig.shared.json', 'tsconfig.server.json', 'tsconfig.client.json']

const sum = { passed: 0, failed: 0 }
/** @type {{ steps: import('./times.mjs').StepTime[], files: import('./times.mjs').FileTime[] }} */
const times = { steps: [], files: [] }

async function testAll() {
  stopWithNpm()
  if (isFull) Object.assign(process.env, { TEST_SIZE: 'full', RELIABILITY_FILE: FIGURES })
  await ensurePrograms()
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  await ensureGenerated()
  const [isBuilt] = await Promise.all([
    step('Build', () => ensureBuilt(() => undefined)),
    // Several checkers in one project do the same work several times: one each, side by side, takes half the time.
    ...projects.map((project) => check(`Types of ${project}`, [TSC, '-p', project, '--checkers', '1'])),
    check('Lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
    check('Unused files, exports and packages', ['node_modules/knip/bin/knip.js']),
  ])
  // Both wait much of the time, a journey for its pages and a test for its database: side by side they wait once.
  await Promise.all([vitest('tests', '!browser'), isBuilt && vitest('browser', 'browser', { quiet: true })])
}

/** @param {string} title @param {string[]} args */
function check(title, args) {
  return step(title, () => runNode(args, { quiet: true }))
}

/** @param {string} title @param {() => Promise<unknown>} work */
async function step(title, work) {
  try {
    await timed(title, work)
    console.log(`✓ ${title}`)
    sum.passed += 1
    return true
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`✗ ${title}: ${error.message}`)
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

/**
 * With `quiet` it is heard when it has failed alone: two at once would write over one another.
 * @param {string} name
 * @param {string} project
 * @param {{ quiet?: boolean }} [options]
 */
async function vitest(name, project, { quiet = false } = {}) {
  const title = `vitest --project ${project}`
  const report = `${OUTPUT}/${name}.json`
  const timesFile = `${OUTPUT}/${name}.times.json`
  const reporters = ['default', 'json', './scripts/lib/times-reporter.mjs'].map((one) => `--reporter=${one}`)
  const args = ['run', '--project', project, ...reporters, `--outputFile.json=${report}`]
  const work = () =>
    runNode(['node_modules/vitest/vitest.mjs', ...args], { env: { TEST_TIMES: timesFile }, quiet })
  const hasEndedWell = await timed(title, work).then(
    () => true,
    () => false,
  )
  times.files.push(...readTimes(timesFile))
  const { passed, failed, remarks } = tally(report, hasEndedWell)
  console.log(`${failed ? '✗' : '✓'} ${title}: ${passed} passed, ${failed} failed`)
  for (const remark of remarks) console.error(remark)
  sum.passed += passed
  sum.failed += failed
}

function conclude() {
  if (isFull) {
    const { text, broken } = describeReliability(
      readFigures(FIGURES),
      readFailedFiles(`${OUTPUT}/tests.json`),
    )
    console.log(`\n${text}`)
    sum.failed += broken
  }
  console.log(`\n${describeTimes(times.steps, times.files, performance.now())}`)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
  process.exit(sum.failed ? 1 : 0)
}

await testAll().then(conclude, (error) => {
  if (!(error instanceof StepFailed)) reportAndExit(error)
  console.error(error.message)
  sum.failed += 1
  conclude()
})
