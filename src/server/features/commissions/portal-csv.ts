import type { Deps } from '#server/deps.ts'
import { londonDay } from '#shared/calendar/calendar.ts'
import { addPence, pence } from '#shared/money/money.ts'
import { type CsvCell, csvRow, moneyCell, numberCell, textCell } from './csv-cells.ts'
import { listPortalPayouts, listReferrals, MOST_ROWS, type Referral } from './portal-queries.ts'

type CsvDeps = Pick<Deps, 'db' | 'clock'>

/** A spreadsheet takes the file for UTF-8. */
const BYTE_ORDER_MARK = '\u{FEFF}'

/** All of a referer's referrals, newest first, each with the sum behind it; read `size` at a time. */
export async function referralsCsv(deps: CsvDeps, refererId: string, size = MOST_ROWS): Promise<string> {
  const rows: string[] = []
  for (let afterId: string | null = null, isLast = false; !isLast; ) {
    const referrals: Referral[] = await listReferrals(deps, refererId, { afterId, size })
    rows.push(...referrals.map((referral) => csvRow(referralCells(referral))))
    afterId = referrals.at(-1)?.id ?? null
    isLast = referrals.length < size
  }
  return csvOf(
    [
      'Date',
      'Link',
      'Price paid',
      'VAT',
      'Card fee',
      'Net',
      'Percent',
      'Earned',
      'Reversed',
      'Commission',
      'Paid out',
      'Status',
    ],
    rows,
  )
}

function referralCells({ working, ...row }: Referral): CsvCell[] {
  return [
    dayCell(row.createdAt),
    textCell(row.linkName),
    moneyCell(working?.paidPence ?? null),
    moneyCell(working?.vatPence ?? null),
    moneyCell(working?.feePence ?? null),
    moneyCell(working?.netPence ?? null),
    working ? numberCell(working.percent) : textCell(null),
    moneyCell(row.earnedPence),
    moneyCell(row.reversedPence),
    moneyCell(addPence(row.earnedPence, row.reversedPence)),
    moneyCell(row.paidOutPence),
    textCell(row.state === 'carriedForward' ? 'carried forward' : row.state),
  ]
}

/** A referer's payouts, newest quarter first. */
export async function payoutsCsv(deps: CsvDeps, refererId: string): Promise<string> {
  const rows = await listPortalPayouts(deps, refererId)
  return csvOf(
    ['Quarter', 'Orders', 'Commission', 'VAT', 'Payout', 'Status', 'Paid on', 'Document'],
    rows.map((row) =>
      csvRow([
        textCell(row.quarter),
        numberCell(row.orderCount),
        moneyCell(pence(row.payoutPence)),
        moneyCell(pence(row.vatPence)),
        moneyCell(pence(row.totalPence)),
        textCell(row.status === 'paid' ? 'paid' : 'due'),
        row.paidAt ? dayCell(row.paidAt) : textCell(null),
        textCell(row.document?.label ?? null),
      ]),
    ),
  )
}

function csvOf(headings: readonly string[], rows: readonly string[]): string {
  return [BYTE_ORDER_MARK, csvRow(headings.map(textCell)), ...rows].join('')
}

/** In London, as 2026-11-21: every spreadsheet reads that as a date. */
function dayCell(instant: Date): CsvCell {
  const { year, month, day } = londonDay(instant)
  return textCell([year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'))
}
