import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from, to } from 'pg-copy-streams'
import type { BackupContents, BackupHeader } from './backup-format.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Rows are written in pieces of about this size, each a COPY of its own. */
const PIECE_BYTES = 4 * 1024 * 1024
const NEWLINE = 0x0a

/** Counters that start again from nothing, and the history of migrations, which the backup's header carries. */
const NOT_COPIED = ['_prisma_migrations', 'rate_limit']

export type Table = BackupHeader['tables'][number]
type TableContents = BackupContents['tables'][string]

/** Every table of the shop with its columns and its primary key, in order of names. */
export async function listTables(db: ClientBase): Promise<Table[]> {
  const { rows } = await db.query<Table>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary) as key
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
     order by c.relname collate "C"`,
    [NOT_COPIED],
  )
  return rows
}

/** Text that means the same on every server and in every session. */
export async function fixTextFormats(db: ClientBase): Promise<void> {
  await db.query(
    `set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex';
     set local extra_float_digits = 1; set local statement_timeout = 0;
     set local idle_in_transaction_session_timeout = 0`,
  )
}

/**
 * Copies a table's rows out in the order of its key, and counts, sums and digests them. `onPiece` gets whole rows in COPY's
 * text format, compressed.
 */
export async function readTable(
  db: ClientBase,
  table: Table,
  onPiece: (packed: Uint8Array) => Promise<void> = async () => {},
): Promise<TableContents> {
  const hash = createHash('sha256')
  let held: Buffer[] = []
  let heldBytes = 0
  async function hand(bytes: Buffer): Promise<void> {
    if (bytes.byteLength > 0) await onPiece(await pack(bytes))
  }
  const columns = table.columns.map(quoted).join(', ')
  const order = table.key.map((column) => `${quoted(column)}::text collate "C"`).join(', ')
  const statement = `copy (select ${columns} from ${quoted(table.name)} order by ${order}) to stdout`
  for await (const bytes of db.query(to(statement))) {
    hash.update(bytes)
    held.push(bytes)
    heldBytes += bytes.byteLength
    if (heldBytes < PIECE_BYTES) continue
    const all = Buffer.concat(held)
    const end = all.lastIndexOf(NEWLINE) + 1 // a line end inside a value is written as \n
    await hand(all.subarray(0, end))
    held = [all.subarray(end)]
    heldBytes = all.byteLength - end
  }
  await hand(Buffer.concat(held))
  return { sha256: hash.digest('hex'), ...(await countAndSum(db, table)) }
}

async function countAndSum(db: ClientBase, table: Table): Promise<Pick<TableContents, 'rows' | 'sums'>> {
  const pence = table.columns.filter((column) => column.endsWith('Pence'))
  const sums = pence.map((column) => `coalesce(sum(${quoted(column)}), 0)::text as ${quoted(column)}`)
  const { rows } = await db.query<Record<string, string>>(
    `select ${['count(*)::text as "rows"', ...sums].join(', ')} from ${quoted(table.name)}`,
  )
  const found = rows[0] ?? {}
  return {
    rows: Number(found.rows),
    sums: Object.fromEntries(pence.map((column) => [column, found[column] ?? '0'])),
  }
}

/** Copies one piece of a table's rows in. */
export async function writeRows(db: ClientBase, table: Table, packed: Uint8Array): Promise<void> {
  const columns = table.columns.map(quoted).join(', ')
  const stream = db.query(from(`copy ${quoted(table.name)} (${columns}) from stdin`))
  const isDone = finished(stream)
  if (!stream.write(await unpack(packed))) await Promise.race([once(stream, 'drain'), isDone])
  stream.end()
  await isDone
}

/**
 * Step: takes off foreign keys and the shop's triggers, so that tables are filled in any order. Returns what puts them back,
 * which checks every reference. Only the tables' owner may do it.
 */
export async function removeGuards(db: ClientBase, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  )
  for (const { table, name } of rows) await db.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await db.query(`alter table ${quoted(name)} disable trigger user`)
  return async () => {
    for (const { name } of tables) await db.query(`alter table ${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of rows)
      await db.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** Step: empties tables, which migrations may have given a first row. */
export async function emptyTables(db: ClientBase, tables: readonly Table[]): Promise<void> {
  await db.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
}

/** Names come from a backup or from the database, never from a person; they are quoted all the same. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
