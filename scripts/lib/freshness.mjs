import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * @typedef {{ stamp: string, sources: string[], ignore?: string[], results: string[], work: () => Promise<void> }} Step
 * Some results and the files they are made from. The stamp tells of which contents they were made.
 */

/**
 * Whether the results are missing or were made from other files: contents are compared, not dates, which a clone or a copy
 * sets again.
 * @param {Step} step
 */
export function isStale(step) {
  return !isComplete(step) || read(step.stamp) !== fingerprint(step)
}

/** Whether the step once came to its end, and its results are still there. @param {Step} step */
export function isComplete({ stamp, results }) {
  return [stamp, ...results].every((path) => existsSync(path))
}

/** Makes the results. @param {Step} step */
export async function perform(step) {
  const { stamp, work } = step
  const wanted = fingerprint(step)
  rmSync(stamp, { force: true }) // work that is broken off leaves no stamp
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** @param {Step} step */
function fingerprint({ sources, ignore = [] }) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesIn(source, ignore)).sort()) {
    const content = readFileSync(path)
    hash.update(`${path}\0${content.length}\0`)
    hash.update(content)
  }
  return hash.digest('hex')
}

/** @param {string} path @param {string[]} ignore @returns {string[]} */
function filesIn(path, ignore) {
  if (!existsSync(path) || ignore.includes(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => filesIn(join(path, name), ignore))
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
