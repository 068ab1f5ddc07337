import { existsSync, readFileSync } from 'node:fs'

/** What the shop promises in the face of faults, and the tests that show it. @type {Record<string, { promise: string, tests: string[] }>} */
const ROWS = JSON.parse(readFileSync('tests/support/reliability.json', 'utf8'))

/** @typedef {{ row: string, done: number, of: string }} Figure */

/**
 * The table: each row with what its tests measured. A row without a figure, or with a file in which a test failed, is broken.
 * @param {readonly Figure[]} figures
 * @param {readonly string[]} failedFiles
 */
export function describeReliability(figures, failedFiles) {
  const rows = Object.entries(ROWS).map(([row, { promise, tests }]) => {
    const words = [...new Set(figures.filter((figure) => figure.row === row).map(({ of }) => of))]
    const sums = words.map((word) => {
      const own = figures.filter(({ row: its, of }) => its === row && of === word)
      return `${own.reduce((sum, { done }) => sum + done, 0)} ${word}`
    })
    const failed = tests.filter((file) => failedFiles.some((path) => path.endsWith(file)))
    const isBroken = failed.length > 0 || sums.length === 0
    const remark = failed.length ? `failed: ${failed.join(', ')}` : sums.join('; ') || 'no test measured it'
    return { isBroken, line: `${isBroken ? 'BROKEN' : 'held  '}  ${row}: ${promise}\n          ${remark}` }
  })
  return {
    text: ['Reliability', ...rows.map(({ line }) => line)].join('\n'),
    broken: rows.filter(({ isBroken }) => isBroken).length,
  }
}

/** What the tests of a run wrote with recordReliability. @param {string} file @returns {Figure[]} */
export function readFigures(file) {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
