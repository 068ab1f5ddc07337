import { Link, useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatDay, formatShortMinute, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { Note } from '#client/ui/alert.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { detailsOf, Stats } from '#client/ui/detail-list.tsx'
import { Split } from '#client/ui/layout.tsx'
import { TableToCome } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { reportMessages } from '#shared/messages/reports.ts'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { PayoutLineOutput, StripePayoutDetailOutput } from '#shared/schemas/stripe-payouts.ts'
import { BalanceNote } from './balance-note.tsx'
import { ClearingRows } from './clearing-rows.tsx'
import { ReportActions } from './report-actions.tsx'
import { PAYOUT_STATES } from './stripe-payouts.tsx'

export function StripePayoutScreen() {
  const { payoutId = '' } = useParams()
  const detail = trpc.admin.stripePayouts.detail.useQuery({ payoutId }, { staleTime: 0 })
  return (
    <AdminFrame
      title={reportMessages.payoutTitle}
      heading={detail.data && `Stripe payout of ${formatDay(detail.data.payout.arrivesAt)}`}
    >
      <PrintHead path={paths.adminStripePayout(payoutId)} />
      <Fetched query={detail} skeleton={<TableToCome rows={5} />}>
        {(data) => <PayoutReport detail={data} />}
      </Fetched>
    </AdminFrame>
  )
}

function PayoutReport({
  detail: { payout, account, problems, lines },
}: {
  detail: StripePayoutDetailOutput
}) {
  const file = {
    address: `/api/admin/stripe-payouts/${encodeURIComponent(payout.id)}`,
    filename: `stripe-payout-${payout.id}.csv`,
  }
  // The payout's own line comes last and is what the others sum to.
  const inside = lines.slice(0, payout.lines)
  return (
    <>
      <Split className="admin-head">
        <Status {...PAYOUT_STATES[payout.status]} />
        <ReportActions {...(payout.isListed && { file })} />
      </Split>
      {payout.isListed || problems.length > 0 ? (
        <BalanceNote problems={problems}>
          {`${linesOf(payout.lines)} to the ${formatSum(payout.amount)} that went to the bank.${again(payout.paidAgainWith)}`}
        </BalanceNote>
      ) : (
        <Note className="report-balance">
          {payout.isAutomatic ? reportMessages.notListed : reportMessages.byHand}
        </Note>
      )}
      <Stats
        details={detailsOf([
          ['Paid out', formatSum(payout.amount)],
          ['At the bank', formatDay(payout.arrivesAt)],
          [
            'At Stripe',
            <span key="id" className="small">
              {payout.id}
            </span>,
          ],
        ])}
      />
      {payout.isListed && (
        <>
          <ClearingRows account={account} />
          <h2 className="report-lines-heading">{reportMessages.lines}</h2>
          <DataTable
            caption={reportMessages.lines}
            rows={inside}
            rowKey={({ id }) => id}
            columns={columnsFor(inside)}
            collapse={false}
            detail={({ problem }) => problem}
          />
        </>
      )}
    </>
  )
}

function linesOf(count: number): string {
  return count === 1 ? 'Its one line comes' : `Its ${count} lines sum`
}

function again(payoutId: string | null): string {
  return payoutId === null ? '' : ` The bank sent it back, and the money left again with ${payoutId}.`
}

const KINDS: Record<PayoutLineOutput['kind'], string> = {
  charge: 'Charge',
  refund: 'Refund',
  dispute: 'Dispute',
  stripeFee: 'Stripe’s fee',
  payout: 'Payout',
  other: 'Adjustment',
}

function columnsFor(lines: readonly PayoutLineOutput[]): Column<PayoutLineOutput>[] {
  const money = (heading: string, pick: (line: PayoutLineOutput) => string): Column<PayoutLineOutput> => ({
    heading,
    figure: true,
    cell: (line) => formatSum(pick(line)),
    total: formatPounds(sumPence(lines.map((line) => parsePounds(pick(line)))), { sums: true }),
  })
  return [
    { heading: 'What', rowHeading: true, cell: ({ kind }) => KINDS[kind], total: 'Sum' },
    {
      heading: 'Order',
      cell: ({ orderId, invoiceNumber }) =>
        orderId && (
          <Link className="link figure" to={paths.adminOrder(orderId)}>
            {invoiceNumber ?? 'Order'}
          </Link>
        ),
    },
    { heading: 'When', cell: ({ at }) => <span className="figure">{formatShortMinute(at)}</span> },
    {
      heading: 'Stripe says',
      wideOnly: true,
      cell: ({ description }) => <span className="long-name">{description ?? '–'}</span>,
    },
    money('Gross', ({ amount }) => amount),
    money('Fee', ({ fee }) => fee),
    money('Net', ({ net }) => net),
  ]
}
