import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Deps } from '#server/deps.ts'
import { SEALED_COLUMNS } from '#server/features/operations/reseal-values.ts'
import { projectRoot } from '#server/infra/root.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { labelOf, parseQuarter, type Quarter, quarterOf, titleOf } from '#shared/calendar/quarter.ts'

/** Written by `npm run year`; tests/prisma/seed/year.test.ts makes it again and compares. */
export const YEAR_FILE = join(projectRoot, 'prisma/seed/year.jsonl')

type YearDeps = Pick<Deps, 'pool' | 'clock' | 'seal'>
/** Puts objects into the payment sandbox, as lines of its own file. */
export type RestorePayments = (lines: readonly string[]) => void
type Row = Record<string, unknown>

/**
 * A line of the file. `year` comes first and names the running quarter it was made in; `step` begins what was true from
 * that moment on, row by row: a row that changes stands there again. `stripe` is a line of the payment sandbox's own file.
 */
type Line = ['year', string, string] | ['step', string] | ['row', string, string, Row] | ['stripe', unknown]

/**
 * Puts four quarters of made-up trade, and what the running quarter had up to now, into an empty demo: the running quarter
 * of the file becomes today's. Moved by whole quarters of London wall time, every document, ledger entry and VAT figure
 * stays in its quarter; the file has no event after the 28th, so that every month has its day. A shop with people in it
 * is left as it is, and answers false.
 */
export async function seedYear(deps: YearDeps, restorePayments: RestorePayments): Promise<boolean> {
  const client = await deps.pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ isEmpty: boolean; adminId: string }>(
      `select not exists (select 1 from "Student") and not exists (select 1 from "Referer") as "isEmpty",
         (select id from "Admin" order by "createdAt", id limit 1) as "adminId"`,
    )
    const shop = rows[0]
    const isFilled = shop?.isEmpty === true
    if (isFilled) {
      const text = await readFile(YEAR_FILE, 'utf8')
      const year = foldYear(text, { now: deps.clock.now(), adminId: shop.adminId })
      await insertRows(client, deps, year.tables)
      // First: were they missing after a crash in between, no refund of a seeded order could be made.
      restorePayments(year.payments)
    }
    await client.query('commit')
    return isFilled
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

type Year = { tables: Map<string, Map<string, Row>>; payments: string[] }

/** What the file says of the moment `now`, moved to its quarter; the admin of the file becomes the one given. */
export function foldYear(text: string, { now, adminId }: { now: Date; adminId: string }): Year {
  const [, label = '', madeBy = ''] = /^\["year","([^"]+)","([^"]+)"\]/.exec(text) ?? []
  const from = parseQuarter(label)
  if (!from || madeBy === '') throw new Error(`${YEAR_FILE} does not begin with its quarter and its admin`)
  const months = 3 * (indexOf(quarterOf(now)) - indexOf(from))
  const moved = renewDigests(moveTimes(text, months).replaceAll(madeBy, adminId))

  const year: Year = { tables: new Map(), payments: [] }
  for (const json of moved.split('\n')) {
    if (json === '') continue
    const line: Line = JSON.parse(json)
    if (line[0] === 'step' && new Date(line[1]) > now) break
    if (line[0] === 'stripe') year.payments.push(JSON.stringify(line[1]))
    if (line[0] !== 'row') continue
    const [, table, key, row] = line
    const rows = year.tables.get(table) ?? new Map<string, Row>()
    year.tables.set(table, rows.set(key, row))
  }
  return year
}

const indexOf = ({ year, quarter }: Quarter) => year * 4 + quarter - 1

/** A time as PostgreSQL and JavaScript write it in JSON, a quarter for records and one for people, Unix time in seconds and in milliseconds. */
const TIMES =
  /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)|\b\d{4}-Q[1-4]\b|\bQ[1-4] \d{4}\b|\b1[67]\d{8}(?:\d{3})?\b/g

/** Moves every time in a text by calendar months, at the same London wall time. */
function moveTimes(text: string, months: number): string {
  const known = new Map<string, string>()
  return text.replace(TIMES, (written) => {
    const moved = known.get(written) ?? moveTime(written, months)
    known.set(written, moved)
    return moved
  })
}

function moveTime(written: string, months: number): string {
  if (/^\d+$/.test(written)) {
    const unit = written.length === 10 ? 1_000 : 1
    return String(addCalendarMonths(new Date(Number(written) * unit), months).getTime() / unit)
  }
  const quarter = parseQuarter(written)
  if (quarter) return labelOf(moveQuarter(quarter, months))
  const [, digit, year] = /^Q(\d) (\d{4})$/.exec(written) ?? []
  const titled = digit && year ? parseQuarter(`${year}-Q${digit}`) : null
  if (titled) return titleOf(moveQuarter(titled, months))
  return addCalendarMonths(new Date(written), months).toISOString()
}

/** A bank file names its quarter: its digest, which the audit log repeats, is another once it has moved. */
function renewDigests(text: string): string {
  let renewed = text
  for (const [json] of text.matchAll(/^\["row","BankFile",.*$/gm)) {
    const [, , , row]: ['row', string, string, { contentSealed: string; sha256: string }] = JSON.parse(json)
    renewed = renewed.replaceAll(row.sha256, createHash('sha256').update(row.contentSealed).digest('hex'))
  }
  return renewed
}

function moveQuarter(quarter: Quarter, months: number): Quarter {
  const index = indexOf(quarter) + months / 3
  return parseQuarter(`${Math.floor(index / 4)}-Q${(index % 4) + 1}`) ?? quarter
}

async function insertRows(client: pg.PoolClient, deps: YearDeps, tables: Year['tables']): Promise<void> {
  // The file was written by the shop, which held every key and guard to itself; the order of tables does not matter.
  await client.query('set local session_replication_role = replica')
  await client.query('delete from "DocumentSeries"')
  for (const [table, byKey] of tables) {
    const rows = [...byKey.values()].map((row) => sealRow(deps, table, row))
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].map((name) => `"${name}"`).join()
    await client.query(
      `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
      [JSON.stringify(rows)],
    )
  }
  await client.query('set local session_replication_role = origin')
}

/** The file holds in clear what a shop seals with a key of its own; all of it is made up. */
function sealRow({ seal }: YearDeps, table: string, row: Row): Row {
  const sealed = { ...row }
  for (const { table: owner, column, rowOf } of SEALED_COLUMNS) {
    const plain = row[column]
    if (owner !== table || typeof plain !== 'string') continue
    sealed[column] = `\\x${Buffer.from(seal.seal(plain, rowOf(String(row.id)))).toString('hex')}`
  }
  return sealed
}
