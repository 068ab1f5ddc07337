import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import type { Period } from '#client/features/admin/parts/periods.ts'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { TableToCome } from '#client/ui/skeleton.tsx'
import type { BookkeepingSumsOutput } from '#shared/schemas/bookkeeping.ts'

type Sums = BookkeepingSumsOutput[keyof BookkeepingSumsOutput]
type SumsRow = Sums & { name: string; isCredit: boolean }

/** What the files of the period add up to: the figures of the VAT report and the quarterly report. */
export function BookkeepingSums({ period, text }: { period: Period; text: string }) {
  const sums = trpc.admin.bookkeeping.sums.useQuery(period, { staleTime: 0 })
  return (
    <section aria-labelledby="bookkeeping-sums">
      <h2 id="bookkeeping-sums" className="admin-heading">
        {text}
      </h2>
      <Fetched query={sums} skeleton={<TableToCome rows={3} />}>
        {({ invoices, creditNotes, total }) => (
          <DataTable
            caption={`Sums of ${text}`}
            rows={[
              { name: 'Invoices', isCredit: false, ...invoices },
              { name: 'Credit notes', isCredit: true, ...creditNotes },
              { name: 'Together', isCredit: false, ...total },
            ]}
            rowKey={({ name }) => name}
            columns={COLUMNS}
          />
        )}
      </Fetched>
    </section>
  )
}

function money(heading: string, pick: (sums: Sums) => string): Column<SumsRow> {
  return {
    heading,
    figure: true,
    cell: (row) => `${row.isCredit && pick(row) !== '0.00' ? '−' : ''}${formatSum(pick(row))}`,
  }
}

const COLUMNS: Column<SumsRow>[] = [
  { heading: 'Documents', rowHeading: true, cell: ({ name }) => name },
  { heading: 'Number', figure: true, cell: ({ documents }) => documents.toLocaleString('en-GB') },
  money('Net', ({ net }) => net),
  money('VAT', ({ vat }) => vat),
  money('Gross', ({ gross }) => gross),
]
