import { PassThrough, pipeline, type Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { copyOut } from '#server/infra/copy-out.ts'
import { labelOf, parseQuarter } from '#shared/calendar/quarter.ts'
import { writeQuarterReport } from './present-quarter-report.ts'
import { quarterReportStatement } from './queries-quarter-report.ts'

/**
 * The CSV of a quarter as it is written, RFC 4180 in UTF-8 (requirements §6). It is read at the pace of whoever
 * downloads it, from one moment of the database, and holds a connection until it is read or given up.
 *
 * @throws ShopError QUARTER_INVALID
 */
export async function openQuarterReport(
  { pool }: Pick<Deps, 'pool'>,
  quarterYear: string,
): Promise<Readable> {
  const quarter = parseQuarter(quarterYear)
  if (!quarter) throw new ShopError('QUARTER_INVALID')
  const bytes = await copyOut(pool, quarterReportStatement(quarter))
  const report = new PassThrough()
  const write = (rows: AsyncIterable<Buffer>) => writeQuarterReport(rows, labelOf(quarter))
  // Whichever end breaks off takes the other along; what broke is the reader's to hear, as the error of `report`.
  pipeline(bytes, write, report, () => undefined)
  return report
}
