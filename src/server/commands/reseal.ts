import { loadConfig } from '#server/config.ts'
import { type Resealed, resealValues } from '#server/features/operations/reseal-values.ts'
import { createSeal } from '#server/infra/seal.ts'
import { StartError } from '#server/infra/start-error.ts'
import { exitOnError } from '#server/lifecycle.ts'
import { withDatabase } from './with-database.ts'

/** `npm run reseal`: seals everything with the newest DATA_KEY, so that the older ones can be dropped. */
async function main(): Promise<void> {
  const config = loadConfig(process.env)
  await withDatabase(config, async ({ pool }) => {
    const results = await resealValues({ pool, seal: createSeal(config.dataKeys) })
    for (const { table, column, checked, resealed } of results)
      process.stdout.write(`${table}.${column}: ${resealed} of ${checked} sealed anew\n`)
    const unreadable = results.flatMap(rowsOf)
    if (unreadable.length > 0) {
      throw new StartError(
        `No key of DATA_KEY opens these, so drop none of the older ones: ${unreadable.join(', ')}.`,
      )
    }
  })
}

function rowsOf({ table, column, unreadable }: Resealed): string[] {
  return unreadable.map((id) => `${table} ${id} (${column})`)
}

main().catch((error: unknown) => exitOnError(error))
