import { join } from 'node:path'
import { type Config, loadConfig } from '#server/config.ts'
import { sampleVideos } from '#server/demo/demo-parts.ts'
import { openMedia, openMediaWriter } from '#server/deps.ts'
import type { LoadedBackup } from '#server/features/operations/backup/load-backup.ts'
import { findNewestBackup, releaseShop, runDrill } from '#server/features/operations/backup/nightly-backup.ts'
import { restoreShop } from '#server/features/operations/backup/restore-shop.ts'
import { systemClock } from '#server/infra/clock.ts'
import { createLogger } from '#server/infra/log.ts'
import { StartError } from '#server/infra/start-error.ts'
import { exitOnError } from '#server/lifecycle.ts'
import { formatPounds, pence } from '#shared/money/money.ts'
import { findDatabase } from './find-database.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Brings a backup back. BACKUP_KEY opens it.

  npm run restore -- FILE              into an empty database; the shop is on hold afterwards
  npm run restore -- --drill [FILE]    into a scratch database, compared and dropped; the newest of BACKUP_DIR
  npm run restore -- --release         lets a restored shop send mail and pay again
`

async function main(): Promise<void> {
  const [option, file, ...more] = process.argv.slice(2)
  const config = loadConfig(process.env)
  if (more.length > 0 || option === undefined) throw new StartError(USAGE)
  if (option === '--release' && file === undefined) return release(config)
  if (option === '--drill') return drill(config, file)
  if (option.startsWith('-') || file !== undefined) throw new StartError(USAGE)
  return restore(config, option)
}

async function restore(config: Config, path: string): Promise<void> {
  const { url, stop } = await findDatabase(config)
  try {
    const deps = { config, clock: systemClock, mediaWriter: openMediaWriter(config) }
    const loaded = await restoreShop(deps, { path, databaseUrl: url })
    report(loaded)
    if (!loaded.header.hasMedia)
      for (const { key } of loaded.header.media) say(`Put back by hand: the media file ${key}`)
    say(
      'The shop is on hold: it sends no mail and pays nobody until you release it, with --release or under Operations.',
    )
  } finally {
    await stop()
  }
}

async function drill(config: Config, file: string | undefined): Promise<void> {
  const path = file ?? (await findNewestBackup(config.backup.dir ?? join(config.dataDir, 'backups')))
  const began = performance.now()
  await withDatabase(config, async ({ db, pool, url }) => {
    const media = openMedia(config, { mediaDir: sampleVideos })
    const log = createLogger({ level: 'error', pretty: true })
    const deps = { config, clock: systemClock, db, pool, media, log }
    report(await runDrill(deps, { path, serverUrl: url }))
  })
  say(`The drill passed in ${((performance.now() - began) / 1000).toFixed(1)} s: ${path}`)
}

async function release(config: Config): Promise<void> {
  await withDatabase(config, ({ db }) => releaseShop({ db, clock: systemClock }, { adminId: null }))
  say('The shop is released.')
}

function report({ header, contents }: LoadedBackup): void {
  const rows = Object.values(contents.tables).reduce((sum, table) => sum + table.rows, 0)
  say(`Made on ${header.createdAt} of ${header.publicUrl}`)
  say(
    `${rows} rows of ${header.tables.length} tables and ${Object.keys(contents.documents).length} documents agree`,
  )
  for (const [name, value] of Object.entries(contents.books))
    if (name.endsWith('Pence'))
      say(`  ${name.slice(0, -'Pence'.length).padEnd(20)} ${formatPounds(pence(Number(value)))}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: unknown) => exitOnError(error))
