import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listFailures, readResults } from '../../../scripts/lib/results.mjs'

const OUTPUT = 'tests/.output'
mkdirSync(OUTPUT, { recursive: true })
const folder = mkdtempSync(join(OUTPUT, 'reporter-'))
const file = resolve(folder, 'results.json')

const SUITE = {
  'vitest.config.js': 'export default {}',
  'adds.test.js': `
    describe('sums', () => {
      it('adds', () => {})
      it('takes away', () => {
        expect({ pence: 1 }).toEqual({ pence: 2 })
      })
      it.skip('divides', () => {})
    })`,
  'hook.test.js': `
    beforeAll(() => { throw new Error('no database') })
    it('waits', () => {})`,
  'unloaded.test.js': `import './missing.js'`,
  'rejects.test.js': `it('forgets', () => { void Promise.reject(new Error('forgotten')) })`,
}

beforeAll(async () => {
  for (const [name, text] of Object.entries(SUITE)) writeFileSync(join(folder, name), text)
  const reporter = resolve('scripts/lib/results-reporter.mjs')
  const args = ['run', '--root', folder, '--globals', `--reporter=${reporter}`]
  const env = { ...process.env, TEST_RESULTS: file }
  await promisify(execFile)(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { env }).catch(
    () => undefined,
  )
})

afterAll(() => rmSync(folder, { recursive: true }))

it('keeps what failed in tests, around them and outside, and where', () => {
  const failures = listFailures(readResults(file, false)).map(
    (failure) => `${failure.file.slice(folder.length + 1)}|${failure.title}|${failure.error}`,
  )
  expect(failures.toSorted()).toEqual([
    'adds.test.js|sums > divides|was skipped',
    expect.stringMatching(
      /^adds\.test\.js\|sums > takes away\|AssertionError: expected .*\nat tests\/.output\/.*adds\.test\.js:5:\d+\n[\s\S]*\+ {3}"pence": 1/,
    ),
    'hook.test.js|waits|was skipped',
    expect.stringMatching(/^hook\.test\.js\|\|Error: no database\nat /),
    expect.stringMatching(/^unloaded\.test\.js\|\|Error: .*missing\.js/),
    expect.stringMatching(/^\|\|Error: forgotten\nat .*rejects\.test\.js$/),
  ])
})
