import { readAddresses } from '#server/demo/part-addresses.ts'
import { startPostgres } from '#server/demo/postgres.ts'
import { openDatabase } from '#server/infra/db.ts'

type Found = { url: string; stop: () => Promise<void> }

/** The configured database, else the one a shop with this DATA_DIR is running, else that one started for a moment. */
export async function findDatabase({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null
  dataDir: string
}): Promise<Found> {
  const noStop = async () => {}
  if (databaseUrl !== null) return { url: databaseUrl, stop: noStop }
  const running = runningUrl(dataDir)
  if (running !== null && (await answers(running))) return { url: running, stop: noStop }
  return startPostgres(dataDir)
}

/** Where a shop left word of its parts; it may have ended since. */
function runningUrl(dataDir: string): string | null {
  try {
    return readAddresses(dataDir).databaseUrl
  } catch {
    return null
  }
}

async function answers(url: string): Promise<boolean> {
  const { pool, close } = openDatabase(url)
  try {
    await pool.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}
