import { join } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { sampleVideos } from '#server/demo/demo-parts.ts'
import { openMedia } from '#server/deps.ts'
import { runBackup } from '#server/features/operations/backup/nightly-backup.ts'
import { systemClock } from '#server/infra/clock.ts'
import { createLogger } from '#server/infra/log.ts'
import { StartError } from '#server/infra/start-error.ts'
import { exitOnError } from '#server/lifecycle.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Writes one encrypted file with everything the shop knows. The shop may be running.

  npm run backup                       into BACKUP_DIR, else DATA_DIR/backups
  npm run backup -- FOLDER             into that folder
  npm run backup -- --no-films         without the films, whose digests it keeps
`

async function main(): Promise<void> {
  const options = process.argv.slice(2)
  const folders = options.filter((option) => !option.startsWith('-'))
  const isUnknown = options.some((option) => option.startsWith('-') && option !== '--no-films')
  if (isUnknown || folders.length > 1) throw new StartError(USAGE)
  const config = loadConfig(process.env)
  const folder = folders[0] ?? config.backup.dir ?? join(config.dataDir, 'backups')
  const hasMedia = config.backup.hasMedia && !options.includes('--no-films')
  const log = createLogger({ level: 'error', pretty: true })
  await withDatabase(config, async ({ db, pool }) => {
    const media = openMedia(config, { mediaDir: sampleVideos })
    const deps = { config, clock: systemClock, db, pool, media, log }
    const { path, bytes, header, contents } = await runBackup(deps, { folder, hasMedia })
    const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0)
    const files = hasMedia ? `${header.media.length} media files` : 'no media files'
    say(`${path}`)
    say(`${(bytes / 1_000_000).toFixed(1)} MB: ${rows} rows of ${header.tables.length} tables, ${files}`)
    if (!config.isSet.has('BACKUP_KEY'))
      say(
        `Its key is ${join(config.dataDir, 'backup-key')}. Keep a copy away from this machine: nothing else opens it.`,
      )
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => exitOnError(error))
