import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { PayQuarterButton } from '#client/features/admin/payouts/pay-quarter-button.tsx'
import { countPayouts } from '#client/features/admin/payouts/payout-run.ts'
import { formatPrice } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { Row } from '#client/ui/layout.tsx'
import type { PayoutRunsOutput } from '#shared/schemas/payout-run.ts'
import { BankFileButton } from './bank-file-button.tsx'
import { BankFilePayouts } from './bank-file-payouts.tsx'

/** Quarters whose payouts wait for the bank; nothing where all is paid. */
export function BankFilePanel() {
  const runs = trpc.admin.payoutRuns.useQuery()
  if (runs.isError && !runs.data)
    return <FailedPart query={runs} title="Payouts to pay could not be loaded" className="admin-part" />
  if (!runs.data || runs.data.length === 0) return null
  return <Runs runs={runs.data} />
}

function Runs({ runs }: { runs: PayoutRunsOutput }) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    <section aria-labelledby="payouts-heading" className="admin-part">
      <h2 id="payouts-heading" className="admin-heading">
        Payouts to pay
      </h2>
      <DataTable
        caption="Payouts to pay"
        rows={runs}
        rowKey={({ quarterYear }) => quarterYear}
        detail={({ quarterYear }) => open === quarterYear && <BankFilePayouts quarterYear={quarterYear} />}
        columns={[
          {
            heading: 'Quarter',
            rowHeading: true,
            cell: ({ quarterYear }) => (
              <RowToggle
                open={open === quarterYear}
                onToggle={() => setOpen(open === quarterYear ? null : quarterYear)}
              >
                <span className="figure">{quarterYear}</span>
              </RowToggle>
            ),
          },
          { heading: 'Payouts', figure: true, cell: ({ pending }) => pending.toLocaleString('en-GB') },
          {
            heading: 'To pay',
            figure: true,
            cell: ({ totalAmount }) => formatPrice(totalAmount, { sums: true }),
          },
          {
            heading: 'In a bank file',
            cell: ({ exported, exportedAmount }) =>
              exported === 0 ? (
                <span className="quiet">None</span>
              ) : (
                `${countPayouts(exported)}, ${formatPrice(exportedAmount, { sums: true })}`
              ),
          },
          {
            heading: 'Action',
            hideHeading: true,
            cell: ({ quarterYear }) => (
              <Row>
                <BankFileButton quarterYear={quarterYear} />
                <PayQuarterButton quarterYear={quarterYear} />
              </Row>
            ),
          },
        ]}
      />
    </section>
  )
}
