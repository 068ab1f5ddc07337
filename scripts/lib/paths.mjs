import { fileURLToPath } from 'node:url'

/** The repository's folder, with a slash at its end; every script works from there, regardless of the caller's folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

process.chdir(root)
