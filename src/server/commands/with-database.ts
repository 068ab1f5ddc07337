import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/infra/db.ts'
import { migrate } from '#server/infra/migrate.ts'
import type { PrismaClient } from '#server/infra/prisma/client.ts'
import { projectRoot } from '#server/infra/root.ts'
import { findDatabase } from './find-database.ts'

/** Does some work on the shop's database, brought to this version's schema, and closes it. */
export async function withDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (database: { db: PrismaClient; pool: pg.Pool; url: string }) => Promise<void>,
): Promise<void> {
  const { url, stop } = await findDatabase(config)
  try {
    await migrate(url, join(projectRoot, 'prisma/migrations'))
    const { prisma: db, pool, close } = openDatabase(url, undefined, { allowSlowStatements: true })
    try {
      await work({ db, pool, url })
    } finally {
      await close()
    }
  } finally {
    await stop()
  }
}
