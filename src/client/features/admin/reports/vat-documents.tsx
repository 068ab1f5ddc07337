import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { Turns } from '#client/features/admin/parts/pager.tsx'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import type { VatDocumentOutput, VatSideName } from '#shared/schemas/vat.ts'
import { rateLabel, SIDE_LABELS } from './vat-labels.ts'

/** The documents behind a figure, a page at a time, each with the way to its order. */
export function VatDocuments({ label, side }: { label: string; side: VatSideName }) {
  const [page, setPage] = useState(0)
  const documents = trpc.admin.reports.vatDocuments.useQuery(
    { label, side, page },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <Fetched query={documents}>
      {(data) => (
        <>
          <DataTable
            caption={`Documents: ${SIDE_LABELS[side]}`}
            rows={data.documents}
            rowKey={({ id }) => id}
            columns={COLUMNS}
            collapse={false}
          />
          {(page > 0 || data.hasMore) && (
            <Turns
              back={{
                text: 'Earlier documents',
                onTurn: page === 0 ? null : () => setPage(page - 1),
                end: 'These are the earliest.',
              }}
              on={{
                text: 'Later documents',
                onTurn: data.hasMore ? () => setPage(page + 1) : null,
                end: 'There are no later ones.',
              }}
            />
          )}
        </>
      )}
    </Fetched>
  )
}

const COLUMNS: readonly Column<VatDocumentOutput>[] = [
  {
    heading: 'Number',
    rowHeading: true,
    cell: ({ number, orderId, cancels }) => (
      <>
        {orderId === null ? (
          <span className="figure">{number}</span>
        ) : (
          <Link className="link figure" to={paths.adminOrder(orderId)}>
            {number}
          </Link>
        )}{' '}
        {cancels && <span className="row-aside">cancels {cancels}</span>}
      </>
    ),
  },
  {
    heading: 'Date',
    cell: ({ issuedAt, taxPointAt }) => (
      <span className="figure">
        {formatShortDay(issuedAt)}
        {formatShortDay(issuedAt) !== formatShortDay(taxPointAt) &&
          ` (tax point ${formatShortDay(taxPointAt)})`}
      </span>
    ),
  },
  { heading: 'With', wideOnly: true, cell: ({ party }) => party ?? '–' },
  { heading: 'Rate', figure: true, cell: ({ vatRate }) => rateLabel(vatRate) },
  { heading: 'Net', figure: true, cell: ({ net }) => formatSum(net) },
  { heading: 'VAT', figure: true, cell: ({ vat }) => formatSum(vat) },
  { heading: 'Gross', figure: true, cell: ({ gross }) => formatSum(gross) },
]
