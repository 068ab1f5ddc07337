import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ title: string, state: string, errors: string[] }} TestResult */
/** @typedef {{ project: string, file: string, ms: number, errors: string[], tests: TestResult[] }} FileResult */
/** What vitest found; errors beside the files belong to none of them. @typedef {{ files: FileResult[], errors: string[] }} Results */
/** @typedef {{ file: string, title: string, error: string }} Failure */

/** More failed files than these are no accident. */
const MOST_AGAIN = 5
const MOST_SHOWN = 20
/** Whoever sees the end of the output alone still sees them. */
const LINES = { each: 8, all: 80 }
const WIDTH = 240

/**
 * What results-reporter.mjs wrote. Nothing may hide: a missing report, and a run that ended badly without a failure in
 * it, count as failed.
 * @param {string} file
 * @param {boolean} hasEndedWell whether vitest itself ended with 0
 * @returns {Results}
 */
export function readResults(file, hasEndedWell) {
  if (!existsSync(file)) return { files: [], errors: ['vitest wrote no report'] }
  const results = JSON.parse(readFileSync(file, 'utf8'))
  if (hasEndedWell || listFailures(results).length) return results
  return { ...results, errors: ['vitest ended with an error'] }
}

/** @param {readonly Results[]} runs @returns {Results} */
export function joinResults(runs) {
  return { files: runs.flatMap(({ files }) => files), errors: runs.flatMap(({ errors }) => errors) }
}

/** Everything that did not pass: tests, skipped ones too, and what a file or the run failed at outside of them. @param {Results} results @returns {Failure[]} */
export function listFailures({ files, errors }) {
  return [...errors.map((error) => ({ file: '', title: '', error })), ...files.flatMap(failuresOf)]
}

/** @param {FileResult} result @returns {Failure[]} */
function failuresOf({ file, errors, tests }) {
  return [
    ...errors.map((error) => ({ file, title: '', error })),
    ...tests
      .filter(({ state }) => state !== 'passed')
      .map(({ title, state, errors: own }) => ({
        file,
        title,
        error: state === 'failed' ? own.join('\n') : 'was skipped',
      })),
  ]
}

/** @param {Results} results */
export function countPassed({ files }) {
  return files.flatMap(({ tests }) => tests).filter(({ state }) => state === 'passed').length
}

/**
 * The files in which something failed, to be run once more when nothing else runs: a busy machine is slow, not wrong.
 * None where so many failed, or the run itself, that it was no accident.
 * @param {Results} results
 */
export function filesToRunAgain(results) {
  const files = results.files.filter((file) => failuresOf(file).length > 0).map(({ file }) => file)
  return results.errors.length || files.length > MOST_AGAIN ? [] : files
}

/**
 * The second run of a file stands in place of the first. What failed in the first alone is told apart.
 * @param {Results} first
 * @param {Results} second
 */
export function settle(first, second) {
  const again = new Map(second.files.map((result) => [result.file, result]))
  const results = {
    files: first.files.map((result) => again.get(result.file) ?? result),
    errors: [...first.errors, ...second.errors],
  }
  const isIn = (failures, one) => failures.some(({ file, title }) => file === one.file && title === one.title)
  const failed = listFailures(results)
  return { results, passedAgain: listFailures(first).filter((failure) => !isIn(failed, failure)) }
}

/** Which tests, with the first lines of what they said. @param {string} heading @param {readonly Failure[]} failures */
export function describeFailures(heading, failures) {
  const shown = failures.slice(0, MOST_SHOWN)
  const most = Math.min(LINES.each, Math.floor(LINES.all / shown.length) - 1)
  return [
    heading,
    ...shown.flatMap(({ file, title, error }) => [
      `  ${[file, title].filter(Boolean).join(' > ')}`,
      ...error
        .split('\n')
        .slice(0, most)
        .map((line) => `      ${line.slice(0, WIDTH)}`),
    ]),
    ...(failures.length > shown.length ? [`  and ${failures.length - shown.length} more`] : []),
  ].join('\n')
}
