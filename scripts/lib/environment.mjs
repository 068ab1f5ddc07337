import { existsSync } from 'node:fs'

/** Reads .env where there is one; what is set outside of it wins. */
export function loadDotEnv() {
  if (existsSync('.env')) process.loadEnvFile('.env')
}
