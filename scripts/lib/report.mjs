import { StepFailed } from './run.mjs'

/**
 * Ends a script that could not do its work: a step has said why itself, a closed folder is named, anything else is a bug.
 * @param {unknown} error
 * @returns {never}
 */
export function reportAndExit(error) {
  if (error instanceof StepFailed) console.error(error.message)
  else if (isClosedFolder(error)) console.error(`${error.path} cannot be written to (${error.code}).`)
  else console.error(error)
  process.exit(1)
}

/** @param {unknown} error @returns {error is Error & { code: string, path: string }} */
function isClosedFolder(error) {
  return (
    error instanceof Error && 'path' in error && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(error.code)
  )
}
