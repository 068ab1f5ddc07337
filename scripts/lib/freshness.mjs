import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Does `work` unless it was done before from the same files: their contents are compared, not their dates, which a clone or
 * a copy sets again.
 * @param {{ stamp: string, sources: string[], ignore?: string[], results: string[], work: () => Promise<void> }} step
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function whenStale({ stamp, sources, ignore = [], results, work }) {
  const wanted = fingerprint(sources, ignore)
  if (results.every((path) => existsSync(path)) && read(stamp) === wanted) return false
  rmSync(stamp, { force: true }) // work that is broken off leaves no stamp
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  return true
}

/** @param {string[]} sources @param {string[]} ignore */
function fingerprint(sources, ignore) {
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
