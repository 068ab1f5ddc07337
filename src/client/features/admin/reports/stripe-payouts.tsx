import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { OperationsPart } from '#client/features/admin/operations/operations-part.tsx'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { Turns } from '#client/features/admin/parts/pager.tsx'
import { formatMinute, formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Status, type StatusLabel } from '#client/ui/status.tsx'
import { reportMessages } from '#shared/messages/reports.ts'
import type { StripePayoutOutput, StripePayoutsOutput } from '#shared/schemas/stripe-payouts.ts'
import { BalanceNote } from './balance-note.tsx'
import { ClearingRows, sizeOf } from './clearing-rows.tsx'

/** Every payout of Stripe to the bank, and the clearing account over all of them. */
export function StripePayouts() {
  const [page, setPage] = useState(0)
  const payouts = trpc.admin.stripePayouts.list.useQuery(
    { page },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )
  return (
    <OperationsPart title={reportMessages.payouts} query={payouts} action={<ReadNow />}>
      {(data) => (
        <>
          <State data={data} />
          {data.payouts.length > 0 ? (
            <PayoutTable payouts={data.payouts} />
          ) : (
            <Empty symbol={<Landmark aria-hidden="true" />} title={reportMessages.noPayouts} headingLevel={3}>
              What Stripe pays out to the bank stands here, opened up into its orders.
            </Empty>
          )}
          {(page > 0 || data.hasMore) && (
            <Turns
              back={{
                text: 'Newest payouts',
                onTurn: page === 0 ? null : () => setPage(0),
                end: 'These are the newest.',
              }}
              on={{
                text: 'Older payouts',
                onTurn: data.hasMore ? () => setPage(page + 1) : null,
                end: 'There are no older ones.',
              }}
            />
          )}
        </>
      )}
    </OperationsPart>
  )
}

function ReadNow() {
  const utils = trpc.useUtils()
  const read = useMutation({
    mutationFn: () => utils.client.admin.stripePayouts.read.mutate(),
    onSuccess: () => utils.admin.stripePayouts.invalidate(),
    onError: (error) => toastFailure(reportMessages.readFailed, error),
  })
  return (
    <Button size="sm" className="report-actions" loading={read.isPending} onClick={() => read.mutate()}>
      {reportMessages.readNow}
    </Button>
  )
}

function State({ data: { readUntil, account, problems } }: { data: StripePayoutsOutput }) {
  if (readUntil === null) {
    return (
      <Note title={reportMessages.neverRead} className="report-balance">
        {reportMessages.neverReadText}
      </Note>
    )
  }
  return (
    <>
      <BalanceNote problems={problems}>
        {`Every charge, fee, refund and dispute belongs to an order. ${sizeOf(account.paidOut)} went to the bank and ${sizeOf(account.atStripe)} is still at Stripe. Read on ${formatMinute(readUntil)}.`}
      </BalanceNote>
      <ClearingRows account={account} />
    </>
  )
}

export const PAYOUT_STATES: Record<StripePayoutOutput['status'], StatusLabel> = {
  pending: { kind: 'not-started', label: 'Planned' },
  inTransit: { kind: 'pending', label: 'On its way' },
  paid: { kind: 'done', label: 'At the bank' },
  failed: { kind: 'stop', label: 'Sent back' },
  cancelled: { kind: 'stop', label: 'Cancelled' },
}

function PayoutTable({ payouts }: { payouts: readonly StripePayoutOutput[] }) {
  return (
    <DataTable
      caption={reportMessages.payouts}
      rows={payouts}
      rowKey={({ id }) => id}
      columns={[
        {
          heading: 'At the bank',
          rowHeading: true,
          cell: ({ id, arrivesAt }) => (
            <Link className="link figure" to={paths.adminStripePayout(id)}>
              {formatShortDay(arrivesAt)}
            </Link>
          ),
        },
        { heading: 'State', cell: ({ status }) => <Status {...PAYOUT_STATES[status]} /> },
        { heading: 'Lines', figure: true, cell: ({ lines }) => lines.toLocaleString('en-GB') },
        { heading: 'Paid out', figure: true, cell: ({ amount }) => formatSum(amount) },
        { heading: 'Unexplained', figure: true, cell: (payout) => unexplained(payout) },
      ]}
    />
  )
}

function unexplained({ isAutomatic, isListed, difference }: StripePayoutOutput): string {
  if (isListed) return formatSum(difference)
  return isAutomatic ? 'not told yet' : 'made by hand'
}
