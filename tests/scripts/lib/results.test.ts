import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  countPassed,
  describeFailures,
  filesToRunAgain,
  listFailures,
  readResults,
  settle,
} from '../../../scripts/lib/results.mjs'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(file: string, tests: Record<string, string>, errors: string[] = []) {
  const results = Object.entries(tests).map(([title, error]) => ({
    title,
    state: error === 'skipped' ? error : error ? 'failed' : 'passed',
    errors: error ? [error] : [],
  }))
  return { project: 'server', file, ms: 1, errors, tests: results }
}

function written(results: unknown): string {
  const file = join(folder, 'results.json')
  writeFileSync(file, JSON.stringify(results))
  return file
}

describe('what vitest found', () => {
  it('is failed without a report, and after a bad end that no test explains', () => {
    expect(readResults(join(folder, 'none.json'), true).errors).toEqual(['vitest wrote no report'])
    const passed = written({ files: [fileOf('a.test.ts', { adds: '' })], errors: [] })
    expect(readResults(passed, true).errors).toEqual([])
    expect(readResults(passed, false).errors).toEqual(['vitest ended with an error'])
    const failed = written({ files: [fileOf('a.test.ts', { adds: 'no' })], errors: [] })
    expect(readResults(failed, false).errors).toEqual([])
  })

  it('counts what was skipped, what befell a file and what befell the run as failed', () => {
    const results = {
      files: [fileOf('a.test.ts', { adds: '', takes: 'no', rests: 'skipped' }, ['before all'])],
      errors: ['out of memory'],
    }
    expect(countPassed(results)).toBe(1)
    expect(listFailures(results)).toEqual([
      { file: '', title: '', error: 'out of memory' },
      { file: 'a.test.ts', title: '', error: 'before all' },
      { file: 'a.test.ts', title: 'takes', error: 'no' },
      { file: 'a.test.ts', title: 'rests', error: 'was skipped' },
    ])
  })
})

describe('a second run', () => {
  const failed = (count: number) =>
    Array.from({ length: count }, (_, index) => fileOf(`${index}.test.ts`, { adds: 'no' }))

  it('is of the files that failed, five at most, and of none where the run itself failed', () => {
    const passed = fileOf('passed.test.ts', { adds: '' })
    const unloaded = fileOf('unloaded.test.ts', {}, ['no such module'])
    expect(filesToRunAgain({ files: [passed], errors: [] })).toEqual([])
    expect(filesToRunAgain({ files: [passed, unloaded, ...failed(1)], errors: [] })).toEqual([
      'unloaded.test.ts',
      '0.test.ts',
    ])
    expect(filesToRunAgain({ files: failed(5), errors: [] })).toHaveLength(5)
    expect(filesToRunAgain({ files: failed(6), errors: [] })).toEqual([])
    expect(filesToRunAgain({ files: failed(1), errors: ['Unhandled Rejection'] })).toEqual([])
  })

  it('decides, and what passed in it alone is told apart', () => {
    const other = fileOf('other.test.ts', { rests: '' })
    const first = { files: [fileOf('a.test.ts', { adds: 'late', takes: 'no' }), other], errors: [] }
    const second = { files: [fileOf('a.test.ts', { adds: '', takes: 'still no' })], errors: [] }
    const { results, passedAgain } = settle(first, second)
    expect(passedAgain).toEqual([{ file: 'a.test.ts', title: 'adds', error: 'late' }])
    expect(listFailures(results)).toEqual([{ file: 'a.test.ts', title: 'takes', error: 'still no' }])
    expect(countPassed(results)).toBe(2)
  })

  it('excuses nothing it did not run, and nothing that failed in it alone', () => {
    const first = { files: [fileOf('a.test.ts', { adds: 'late', takes: '' })], errors: [] }
    const none = settle(first, { files: [], errors: ['vitest wrote no report'] })
    expect(listFailures(none.results).map(({ error }) => error)).toEqual(['vitest wrote no report', 'late'])
    expect(none.passedAgain).toEqual([])
    const worse = settle(first, { files: [fileOf('a.test.ts', { adds: '', takes: 'no' })], errors: [] })
    expect(listFailures(worse.results)).toEqual([{ file: 'a.test.ts', title: 'takes', error: 'no' }])
  })
})

describe('the end of the output', () => {
  const failures = (count: number, lines: number) =>
    Array.from({ length: count }, (_, index) => ({
      file: 'a.test.ts',
      title: `test ${index}`,
      error: Array.from({ length: lines }, (_, line) => `line ${line}`).join('\n'),
    }))

  it('names file, title and the first eight lines', () => {
    expect(describeFailures('failed:', failures(1, 12)).split('\n')).toEqual([
      'failed:',
      '  a.test.ts > test 0',
      ...Array.from({ length: 8 }, (_, line) => `      line ${line}`),
    ])
  })

  it('names twenty at most, with so few lines that all of them are seen', () => {
    const lines = describeFailures('failed:', failures(30, 12)).split('\n')
    expect(lines.length).toBeLessThanOrEqual(82)
    expect(lines.at(-1)).toBe('  and 10 more')
    expect(lines).toContain('  a.test.ts > test 19')
    expect(lines).not.toContain('  a.test.ts > test 20')
  })
})
