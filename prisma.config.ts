import { defineConfig } from 'prisma/config'
import { findDatabaseUrl, loadDotEnv } from './scripts/lib/environment.mjs'

loadDotEnv()
const url = findDatabaseUrl()

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // What talks to a database finds the configured one or that of the running demo; generating the client needs none.
  ...(url === null ? {} : { datasource: { url } }),
})
