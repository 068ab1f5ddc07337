import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads .env where there is one; what is set outside of it wins. */
export function loadDotEnv() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/**
 * The configured database, else the one that the demo with this DATA_DIR runs; null where there is neither.
 * @returns {string | null}
 */
export function findDatabaseUrl() {
  const { DATABASE_URL, DATA_DIR } = process.env
  if (DATABASE_URL?.trim()) return DATABASE_URL
  const file = join(DATA_DIR?.trim() || '.data', 'running-parts.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).databaseUrl : null
}
