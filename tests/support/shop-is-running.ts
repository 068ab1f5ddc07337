import { existsSync, readFileSync } from 'node:fs'
import { afterEach } from 'vitest'
import { END_VARIABLE } from './browser-setup.ts'

/** A shop that ended by itself refuses every connection: each failure tells why. */
afterEach(() => {
  const endFile = process.env[END_VARIABLE]
  if (endFile && existsSync(endFile)) throw new Error(readFileSync(endFile, 'utf8'))
})
