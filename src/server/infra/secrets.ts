import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataDir, unwritable } from './data-dir.ts'

/**
 * A secret that this installation made for itself: 32 random bytes in base64url, kept in DATA_DIR under `name`,
 * readable by its owner alone. Two processes that start together agree on one. Throws `StartError` on a closed folder.
 */
export function keptSecret(dataDir: string, name: string): string {
  const folder = prepareDataDir(dataDir)
  const file = join(folder, name)
  try {
    return readSecret(file) ?? makeSecret(file)
  } catch (cause) {
    throw unwritable(folder, cause)
  }
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Written whole under another name, then linked: a link never replaces what another process made first. */
function makeSecret(file: string): string {
  const secret = randomBytes(32).toString('base64url')
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  try {
    linkSync(draft, file)
    return secret
  } catch (error) {
    const others = isCode(error, 'EEXIST') ? readSecret(file) : null
    if (others) return others
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
