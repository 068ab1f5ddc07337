import { PassThrough, pipeline, type Readable } from 'node:stream'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import {
  type CsvCell,
  csvRow,
  moneyCell,
  numberCell,
  textCell,
} from '#server/features/commissions/csv-cells.ts'
import { copyOut } from '#server/infra/copy-out.ts'
import { labelOf, parseQuarter } from '#shared/calendar/quarter.ts'
import { shareCommission } from '#shared/commission/commission.ts'
import { type Pence, pence, subtractPence } from '#shared/money/money.ts'
import { basisPointsToPercent, rateToPercent } from '#shared/money/rates.ts'
import { shareOf } from '#shared/money/shares.ts'
import { quarterReportStatement, REPORT_FIELDS, REPORT_KINDS } from './quarter-report-queries.ts'

/**
 * Streams the CSV of a quarter, RFC 4180 in UTF-8 (requirements §6), from one snapshot at the pace of the download. It
 * uses a connection until it is read or aborted.
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
  // An error at either end destroys the other; the reader gets it as the error of `report`.
  pipeline(bytes, write, report, () => undefined)
  return report
}

/** The columns of requirements §6, in their order. */
export const REPORT_COLUMNS = [
  'quarter',
  'date',
  'order',
  'customer',
  'email',
  'video or bundle',
  'original price',
  'discount',
  'final price',
  'net',
  'VAT',
  'card fee',
  'referer',
  'code',
  'commission percent',
  'commission',
  'kept',
  'invoice number',
  'credit-note number',
  'document net',
  'VAT rate',
  'document VAT',
  'document gross',
] as const

/** Converts rows in COPY's text format to CSV as they arrive: memory holds one chunk and one order at most. */
async function* writeQuarterReport(bytes: AsyncIterable<Buffer>, label: string): AsyncGenerator<string> {
  yield csvRow(REPORT_COLUMNS.map((name) => textCell(name)))
  const quarter = textCell(label).encoded
  const decoder = new TextDecoder()
  let rest = ''
  let order: string[][] = []
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    let written = ''
    for (const line of lines) {
      const fields = readFields(line)
      if (order.length > 0 && !isSameOrder(order, fields)) {
        written += writeOrder(order, quarter)
        order = []
      }
      if (fields[at.kind] === REPORT_KINDS.line) order.push(fields)
      else written += writeRow(fields, quarter, wholeShare(fields))
    }
    if (written !== '') yield written
  }
  if (order.length > 0) yield writeOrder(order, quarter)
}

type FieldName = (typeof REPORT_FIELDS)[number]

const at = Object.fromEntries(REPORT_FIELDS.map((name, index) => [name, index])) as Record<FieldName, number>

function isSameOrder([first]: readonly string[][], fields: readonly string[]): boolean {
  return fields[at.kind] === REPORT_KINDS.line && first?.[at.orderId] === fields[at.orderId]
}

type Share = { feePence: Pence; commissionPence: Pence }

function writeOrder(lines: readonly string[][], quarter: string): string {
  const [first] = lines
  if (!first) return ''
  if (lines.length === 1) return writeRow(first, quarter, wholeShare(first))
  const { feePence, commissionPence } = wholeShare(first)
  const paid = lines.map((line) => ({
    videoId: Number(field(line, 'videoId')),
    paidPence: penceOf(line, 'finalPence'),
  }))
  const fees = shareCommission(feePence, paid)
  const commissions = shareCommission(commissionPence, paid)
  return lines
    .map((line, index) => {
      const videoId = paid[index]?.videoId ?? 0
      return writeRow(line, quarter, {
        feePence: shareOf(fees, videoId),
        commissionPence: shareOf(commissions, videoId),
      })
    })
    .join('')
}

function wholeShare(fields: readonly string[]): Share {
  return { feePence: penceOf(fields, 'feePence'), commissionPence: penceOf(fields, 'commissionPence') }
}

function writeRow(fields: readonly string[], quarter: string, { feePence, commissionPence }: Share): string {
  const text = (name: FieldName) => textCell(field(fields, name))
  const money = (name: FieldName) => moneyCell(penceOf(fields, name))
  const bps = field(fields, 'commissionBps')
  const kept = subtractPence(subtractPence(penceOf(fields, 'netPence'), feePence), commissionPence)
  return csvRow([
    { encoded: quarter },
    text('date'),
    text('orderId'),
    text('username'),
    text('email'),
    text('what'),
    money('originalPence'),
    money('discountPence'),
    money('finalPence'),
    money('netPence'),
    money('vatPence'),
    moneyCell(feePence),
    text('referer'),
    text('code'),
    bps === '' ? textCell(null) : numberCell(basisPointsToPercent(Number(bps))),
    moneyCell(commissionPence),
    moneyCell(kept),
    ...documentCells(fields),
  ])
}

/** Of the invoice or the credit note behind a row, the rate in percent; empty where a row has none. */
function documentCells(fields: readonly string[]): CsvCell[] {
  const rate = field(fields, 'vatRate')
  const money = (name: FieldName) => moneyCell(rate === '' ? null : penceOf(fields, name))
  return [
    textCell(field(fields, 'invoiceNumber')),
    textCell(field(fields, 'creditNoteNumber')),
    money('netPence'),
    rate === '' ? textCell(null) : numberCell(rateToPercent(Number(rate))),
    money('vatPence'),
    money('finalPence'),
  ]
}

function field(fields: readonly string[], name: FieldName): string {
  return fields[at[name]] ?? ''
}

function penceOf(fields: readonly string[], name: FieldName): Pence {
  return pence(Number(field(fields, name)))
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Parses one line of COPY's text format: fields separated by tabs, with escapes. */
function readFields(line: string): string[] {
  const fields = line.split('\t')
  if (!line.includes('\\')) return fields
  return fields.map((text) => text.replace(/\\(.)/g, (_all, sign: string) => ESCAPES[sign] ?? sign))
}
