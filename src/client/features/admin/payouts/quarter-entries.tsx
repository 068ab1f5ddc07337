import { Link } from 'react-router'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { quarterSalesMessages as words } from '#shared/messages/admin.ts'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { QuarterEntryOutput } from '#shared/schemas/admin-reports.ts'

/** What makes a quarter's figure: earned, taken back and corrected in it, also of sales of an earlier one. */
export function QuarterEntries({ entries }: { entries: readonly QuarterEntryOutput[] }) {
  return (
    <DataTable
      caption={words.entriesTitle}
      showCaption
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          heading: 'Date',
          cell: ({ writtenAt }) => <span className="figure">{formatShortDay(writtenAt)}</span>,
        },
        { heading: 'What', rowHeading: true, total: 'All of it', cell: ({ kind }) => words.entryKinds[kind] },
        { heading: 'Why', cell: ({ reason }) => reason ?? '–' },
        {
          heading: 'Order',
          cell: ({ orderId, username }) =>
            orderId === null ? (
              '–'
            ) : (
              <Link className="link" to={paths.adminOrder(orderId)}>
                {username}
              </Link>
            ),
        },
        {
          heading: 'Commission',
          figure: true,
          total: formatPounds(sumPence(entries.map(({ amount }) => parsePounds(amount))), { sums: true }),
          cell: ({ amount }) => formatPrice(amount, { sums: true }),
        },
      ]}
    />
  )
}
