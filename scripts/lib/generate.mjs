import { isStale, perform } from './freshness.mjs'
import { runNode } from './run.mjs'

export const GENERATED = 'src/server/infra/prisma'

/** @type {import('./freshness.mjs').Step} */
const client = {
  stamp: `${GENERATED}/.stamp`,
  sources: ['prisma/schema.prisma', 'prisma.config.ts', 'node_modules/prisma/package.json'],
  results: [`${GENERATED}/client.ts`],
  work: () =>
    runNode(['node_modules/prisma/build/index.js', 'generate'], {
      quiet: true,
      env: {
        // Generating needs no schema engine, but the command wants to see a program and would download one.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
    }),
}

/**
 * Writes the Prisma client from prisma/schema.prisma, where it is not up to date. Needs no network and no database.
 * @returns {Promise<boolean>} whether there was anything to do
 */
export async function ensureGenerated() {
  if (!isStale(client)) return false
  await perform(client)
  return true
}
