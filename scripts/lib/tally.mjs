import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts a report of vitest's JSON reporter. Nothing may hide: a file that could not be loaded, a skipped test, a run that
 * ended badly without a failing test and a missing report count as failed.
 * @param {string} file
 * @param {boolean} hasEndedWell whether vitest itself ended with 0
 */
export function tally(file, hasEndedWell) {
  if (!existsSync(file)) return { passed: 0, failed: 1, remarks: ['vitest wrote no report'] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  )
  const skipped = report.testResults
    .flatMap((result) => result.assertionResults)
    .filter((test) => test.status !== 'passed' && test.status !== 'failed')
  const remarks = [
    ...broken.map((result) => `could not be run: ${result.name}`),
    ...skipped.map((test) => `was skipped: ${test.fullName}`),
  ]
  const failed = report.numFailedTests + remarks.length
  if (failed === 0 && !hasEndedWell)
    return { passed: report.numPassedTests, failed: 1, remarks: ['vitest ended with an error'] }
  return { passed: report.numPassedTests, failed, remarks }
}
