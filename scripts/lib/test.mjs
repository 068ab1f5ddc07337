import { mkdirSync, rmSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { ensureGenerated } from './generate.mjs'
import './paths.mjs'
import { describeReliability, readFigures } from './reliability.mjs'
import { reportAndExit } from './report.mjs'
import {
  countPassed,
  describeFailures,
  filesToRunAgain,
  joinResults,
  listFailures,
  readResults,
  settle,
} from './results.mjs'
import { runNode, StepFailed } from './run.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'
import { ensurePrograms } from './system.mjs'
import { describeTimes } from './times.mjs'

/**
 * Everything: types, lint, unused code and the build, then the tests beside the journeys in a real browser against what
 * `npm start` would run. Each step is run whatever became of the others. Few files that failed are run once more, alone.
 * At the end stands where the time went and what failed, and the last line sums them up. `--full` takes heavy suites at
 * their full size, runs nothing twice, and prints what the tests of reliability measured.
 */
const OUTPUT = 'tests/.output'
const FIGURES = `${OUTPUT}/reliability.ndjson`
const isFull = process.argv.includes('--full')
const TSC = 'node_modules/typescript/bin/tsc'
const projects = ['tsconfig.shared.json', 'tsconfig.server.json', 'tsconfig.client.json']

/** @type {{ passed: number, failed: import('./results.mjs').Failure[] }} */
const steps = { passed: 0, failed: [] }
/** @type {import('./times.mjs').StepTime[]} */
const times = []
/** @type {{ results: import('./results.mjs').Results, passedAgain: import('./results.mjs').Failure[] }} */
let found = { results: { files: [], errors: [] }, passedAgain: [] }

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
  const runs = await Promise.all([
    vitest('tests', ['--project', '!browser']),
    ...(isBuilt ? [vitest('browser', ['--project', 'browser'], { quiet: true })] : []),
  ])
  found.results = joinResults(runs)
  const again = isFull ? [] : filesToRunAgain(found.results)
  if (again.length) found = settle(found.results, await vitest('again', ['--no-file-parallelism', ...again]))
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
    steps.passed += 1
    return true
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`✗ ${title}: ${error.message}`)
    steps.failed.push({ file: '', title, error: `${error.message}\n${error.output}` })
    return false
  }
}

/** @param {string} title @param {() => Promise<unknown>} work */
async function timed(title, work) {
  const start = performance.now()
  try {
    return await work()
  } finally {
    times.push({ title, ms: performance.now() - start })
  }
}

/**
 * With `quiet` it is heard when it has failed alone: two at once would write over one another.
 * @param {string} name
 * @param {string[]} choice which tests, and how
 * @param {{ quiet?: boolean }} [options]
 */
async function vitest(name, choice, { quiet = false } = {}) {
  const title = `vitest ${choice.join(' ')}`
  const file = `${OUTPUT}/${name}.json`
  const reporters = ['default', './scripts/lib/results-reporter.mjs'].map((one) => `--reporter=${one}`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...choice]
  const hasEndedWell = await timed(title, () => runNode(args, { env: { TEST_RESULTS: file }, quiet })).then(
    () => true,
    () => false,
  )
  const results = readResults(file, hasEndedWell)
  const failed = listFailures(results).length
  console.log(`${failed ? '✗' : '✓'} ${title}: ${countPassed(results)} passed, ${failed} failed`)
  return results
}

function conclude() {
  const { results, passedAgain } = found
  const failures = [...steps.failed, ...listFailures(results)]
  const passed = steps.passed + countPassed(results)
  let failed = failures.length
  if (isFull) {
    const { text, broken } = describeReliability(
      readFigures(FIGURES),
      listFailures(results).map(({ file }) => file),
    )
    console.log(`\n${text}`)
    failed += broken
  }
  console.log(`\n${describeTimes(times, results.files, performance.now())}`)
  if (passedAgain.length) console.log(`\n${describeFailures('passed only when run again:', passedAgain)}`)
  if (failures.length) console.log(`\n${describeFailures('failed:', failures)}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed ? 1 : 0)
}

await testAll().then(conclude, (error) => {
  if (!(error instanceof StepFailed)) reportAndExit(error)
  console.error(error.message)
  steps.failed.push({ file: '', title: '', error: error.message })
  conclude()
})
