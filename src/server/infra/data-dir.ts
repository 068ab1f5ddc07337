import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartError } from './start-error.ts'

/**
 * Makes DATA_DIR where it is missing, closed to other users, and returns its absolute path.
 * Throws `StartError` where it cannot be written to.
 */
export function prepareDataDir(dir: string): string {
  const path = resolve(dir)
  try {
    makeFolders(path)
    accessSync(`${path}/.`, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw unwritable(path, cause)
  }
  return path
}

/** The one sentence for a data folder that refuses us, with the system's own code. */
export function unwritable(path: string, cause: unknown): StartError {
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new StartError(
    `DATA_DIR cannot be written to: ${path}${code}. Let this user write there, or set DATA_DIR to another folder.`,
    { cause },
  )
}

/** One by one: Node's own recursive mkdir never returns on a file system that takes no folders, such as /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path)) throw error // else another process was first
  }
}
