import { join } from 'node:path'
import pg from 'pg'
import type { Deps } from '#server/deps.ts'
import { migrate, readMigrations } from '#server/infra/migrate.ts'
import { projectRoot } from '#server/infra/root.ts'
import { StartError } from '#server/infra/start-error.ts'
import type { BackupContents, BackupHeader } from './backup-format.ts'
import { contradictions, readBooks, readDocuments } from './books.ts'
import { type BackupReader, readBackup } from './read-backup.ts'
import { emptyTables, fixTextFormats, listTables, readTable, removeGuards, writeRows } from './table-rows.ts'

const FOLDER = join(projectRoot, 'prisma/migrations')

type Load = Pick<BackupReader, 'onKeptFile' | 'onMedia'> & {
  path: string
  keys: readonly string[]
  /** An empty database. */
  databaseUrl: string
  /** More to do in the same transaction, after the rows were compared and before they are committed. */
  onLoaded?: (db: pg.ClientBase) => Promise<void>
}

export type LoadedBackup = { header: BackupHeader; contents: BackupContents }

/**
 * Loads a backup into an empty database, all or nothing: its rows, sums, documents and books are compared with those of the
 * backup before they are committed, and later migrations are applied afterwards.
 *
 * @throws StartError with what does not agree, or why the backup cannot be read
 */
export async function loadBackup(
  { clock }: Pick<Deps, 'clock'>,
  { path, keys, databaseUrl, onLoaded, ...reader }: Load,
): Promise<LoadedBackup> {
  const db = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await db.connect()
  try {
    let putBack = async () => {}
    let tables = new Map<string, BackupHeader['tables'][number]>()
    const loaded = await readBackup(path, keys, {
      ...reader,
      async onHeader(header) {
        await checkVersion(header)
        const names = new Set(header.migrations.map(({ name }) => name))
        await migrate(databaseUrl, FOLDER, { clock, isWanted: (name) => names.has(name) })
        await db.query('begin')
        await fixTextFormats(db)
        tables = new Map(header.tables.map((table) => [table.name, table]))
        await checkTables(db, header)
        putBack = await removeGuards(db, header.tables)
        await emptyTables(db, header.tables)
      },
      async onRows(name, packed) {
        const table = tables.get(name)
        if (!table) throw new StartError(`The backup has rows of an unknown table, ${name}.`)
        await writeRows(db, table, packed)
      },
    })
    await putBack()
    const differences = await compare(db, loaded)
    if (differences.length > 0)
      throw new StartError(`What was restored is not what was backed up:\n${differences.join('\n')}`)
    await onLoaded?.(db)
    await db.query('commit')
    await migrate(databaseUrl, FOLDER, { clock })
    return loaded
  } finally {
    await db.end() // an open transaction is undone with its connection
  }
}

/** The database of the backup may be older than this version of the shop, never newer. */
async function checkVersion({ migrations }: BackupHeader): Promise<void> {
  const known = new Map((await readMigrations(FOLDER)).map(({ name, checksum }) => [name, checksum]))
  for (const { name, checksum } of migrations) {
    if (known.get(name) !== checksum) {
      throw new StartError(
        `The backup was made by another version of the shop: this one does not know its migration ${name}.`,
      )
    }
  }
}

async function checkTables(db: pg.ClientBase, header: BackupHeader): Promise<void> {
  const shape = (tables: BackupHeader['tables']) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.toSorted()]))
  if (shape(await listTables(db)) !== shape(header.tables))
    throw new StartError('The tables of the backup are not those of its schema version.')
}

/** What differs between the database and the backup, one line each. */
async function compare(db: pg.ClientBase, { header, contents }: LoadedBackup): Promise<string[]> {
  const differences: string[] = []
  for (const table of header.tables) {
    const found = await readTable(db, table)
    const wanted = contents.tables[table.name]
    if (!wanted || found.rows !== wanted.rows)
      differences.push(`${table.name} has ${found.rows} rows instead of ${wanted?.rows ?? 'none'}.`)
    else if (found.sha256 !== wanted.sha256) differences.push(`${table.name} has other rows.`)
    differences.push(...differing(`${table.name}.`, found.sums, wanted?.sums ?? {}))
  }
  const books = await readBooks(db)
  differences.push(...differing('', books, contents.books))
  differences.push(...differing('Document ', await readDocuments(db), contents.documents))
  // A contradiction that the shop had already was backed up with it; it must not stop a restore.
  const known = contradictions(contents.books)
  differences.push(
    ...contradictions(books)
      .filter((name) => !known.includes(name))
      .map((name) => `The books contradict themselves: ${name}.`),
  )
  return differences
}

function differing(prefix: string, found: Record<string, string>, wanted: Record<string, string>): string[] {
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    .filter((name) => found[name] !== wanted[name])
    .map((name) => `${prefix}${name} is ${found[name] ?? 'missing'} instead of ${wanted[name] ?? 'missing'}.`)
}
