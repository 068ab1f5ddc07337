import { Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { findAuditPage } from '#server/features/audit/queries.ts'
import { csvRow, textCell } from '#server/features/commissions/csv-cells.ts'
import { formatLondonDateTime, type LondonRange, toIsoLondonDate } from '#shared/calendar/calendar.ts'
import type { AuditEntryOutput } from '#shared/schemas/operations.ts'

const ROWS_AT_ONCE = 500

const COLUMNS = [
  'date',
  'time',
  'done by',
  'name',
  'action',
  'about',
  'name of it',
  'id of it',
  'details',
] as const

const EVERYTHING = { action: null, actorKind: null, adminId: null }

/** Streams the audit log of a period as CSV, RFC 4180 in UTF-8, the newest entry first, at the pace of the download. */
export function openAuditFile(deps: Pick<Deps, 'db'>, range: LondonRange): Readable {
  return Readable.from(writeRows(deps, range))
}

async function* writeRows(deps: Pick<Deps, 'db'>, range: LondonRange): AsyncGenerator<string> {
  yield csvRow(COLUMNS.map((name) => textCell(name)))
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof findAuditPage>> = await findAuditPage(
      deps,
      { ...EVERYTHING, cursor },
      { range, size: ROWS_AT_ONCE },
    )
    if (page.entries.length > 0) yield page.entries.map(writeRow).join('')
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** The day and the time of London. */
function writeRow({ at, action, actor, subject, details }: AuditEntryOutput): string {
  const instant = new Date(at)
  return csvRow(
    [
      toIsoLondonDate(instant),
      formatLondonDateTime(instant).slice(-'00:00'.length),
      actor.kind,
      actor.name,
      action,
      subject.kind,
      subject.name,
      subject.id,
      details.map(({ name, value }) => `${name}: ${value}`).join('; '),
    ].map(textCell),
  )
}
