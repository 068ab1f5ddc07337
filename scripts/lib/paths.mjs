import { fileURLToPath } from 'node:url'

/** The repository's folder, with a slash at its end; every script works from there, wherever it was called. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

process.chdir(root)
