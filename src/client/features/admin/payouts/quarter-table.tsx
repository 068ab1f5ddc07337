import type { ReactNode } from 'react'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { TextButton } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Status } from '#client/ui/status.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { formatPounds, type Pence, parsePounds, zeroPence } from '#shared/money/money.ts'
import type { AdminPayoutOutput } from '#shared/schemas/payouts.ts'
import { PayoutAction } from './payout-action.tsx'
import type { QuarterRow } from './quarter-rows.ts'

type QuarterTableProps = {
  clubName: string
  hasBankDetails: boolean
  rows: readonly QuarterRow[]
  onOpenQuarter: (quarterYear: string) => void
}

export function QuarterTable({ clubName, hasBankDetails, rows, onOpenQuarter }: QuarterTableProps) {
  return (
    <DataTable
      caption={`Quarters of ${clubName}`}
      rows={rows}
      rowKey={(row) => row.payout?.id ?? row.label}
      columns={[
        {
          heading: 'Quarter',
          rowHeading: true,
          cell: ({ label }) => (
            <TextButton
              className="figure"
              aria-label={`Sales of ${label}`}
              onClick={() => onOpenQuarter(label)}
            >
              {label}
            </TextButton>
          ),
        },
        { heading: 'Sales', figure: true, cell: ({ sales }) => sales },
        {
          heading: 'Brought forward',
          figure: true,
          cell: ({ broughtForwardPence }) => dashOr(broughtForwardPence),
        },
        {
          heading: 'Earned',
          figure: true,
          cell: ({ earnedPence }) => formatPounds(earnedPence, { sums: true }),
        },
        {
          heading: 'Payout',
          figure: true,
          cell: ({ payout }) => (payout ? formatSum(payout.totalPayoutAmount) : '–'),
        },
        { heading: 'Status', cell: (row) => <QuarterStatus row={row} /> },
        {
          heading: 'Action',
          hideHeading: true,
          cell: ({ payout }) =>
            payout && <PayoutAction payout={payout} clubName={clubName} hasBankDetails={hasBankDetails} />,
        },
      ]}
    />
  )
}

function dashOr(amount: Pence): string {
  return amount === zeroPence ? '–' : formatPounds(amount, { sums: true })
}

function QuarterStatus({ row }: { row: QuarterRow }) {
  switch (row.status) {
    case 'unprocessed':
      return (
        <Words note="quarter still running">
          <Status kind="not-started">Unprocessed</Status>
        </Words>
      )
    case 'not-made':
      return (
        <Words note="quarter is over">
          <Status kind="stop">Payout not made</Status>
        </Words>
      )
    case 'forfeited':
      return (
        <Words note={`agreement ended, under ${formatPounds(minimumPayoutPence)}`}>
          <Status kind="forward">Forfeited</Status>
        </Words>
      )
    case 'nothing':
      return <Status kind="forward">Nothing to pay</Status>
    case 'carried':
      return (
        <Words note={`under ${formatPounds(minimumPayoutPence)}`}>
          <Status kind="forward">Carried forward</Status>
        </Words>
      )
    case 'waiting':
      return (
        <Words note="its card fee was not known at the close">
          <Status kind="forward">Carried forward</Status>
        </Words>
      )
    case 'pending':
      return (
        <Words note={vatNote(row.payout)}>
          <Status kind="pending">Pending</Status>
        </Words>
      )
    case 'paid':
      return (
        <Words
          note={[
            row.payout?.paidAt && formatShortDay(row.payout.paidAt),
            howNote(row.payout),
            vatNote(row.payout),
          ]
            .filter(Boolean)
            .join(', ')}
        >
          <Status kind="done">Paid</Status>
        </Words>
      )
  }
}

function Words({ children, note }: { children: ReactNode; note: string }) {
  return (
    <span>
      {children} <span className="small quiet">{note}</span>
    </span>
  )
}

/** Nothing where a bank file paid it, or no admin said. */
function howNote(payout: AdminPayoutOutput | null): string | null {
  if (payout?.paidHow === 'bankTransfer') return 'transfer by hand'
  return payout?.paidHow === 'other' ? payout.paidNote : null
}

function vatNote(payout: AdminPayoutOutput | null): string {
  if (payout === null || parsePounds(payout.vatAmount) === zeroPence) return ''
  return `incl. ${formatSum(payout.vatAmount)} VAT`
}
