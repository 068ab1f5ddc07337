import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#server/demo/postgres.ts'
import { systemClock } from '#server/infra/clock.ts'
import { projectRoot } from '#server/infra/root.ts'
import { writeMigration } from '../prisma/tools/new-migration.ts'

/** `npm run db:new NAME`: the next migration from the schema's difference. The comparison has a database of its own. */
const [name = ''] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'new-migration-'))
const postgres = await startPostgres(dataDir, { isTemporary: true })
try {
  const folder = join(projectRoot, 'prisma')
  const file = await writeMigration({ name, databaseUrl: postgres.url, folder, now: systemClock.now() })
  console.log(file ?? 'schema.prisma and the migrations agree: there is nothing to write')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
