import { existsSync, readFileSync } from 'node:fs'
import { afterEach } from 'vitest'
import { END_VARIABLE } from './running-shop.ts'

/** Once the shared shop has ended by itself every test fails, and says why. */
afterEach(() => {
  const endFile = process.env[END_VARIABLE]
  if (endFile && existsSync(endFile)) throw new Error(readFileSync(endFile, 'utf8'))
})
