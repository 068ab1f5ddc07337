import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { quarterRows } from '#client/features/admin/payouts/quarter-rows.ts'
import { QuarterSalesDialog } from '#client/features/admin/payouts/quarter-sales-dialog.tsx'
import { QuarterTable } from '#client/features/admin/payouts/quarter-table.tsx'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { EmailText } from '#client/ui/email-text.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { RefererActs } from './referer-actions.tsx'

/** What lies under a referer's row: the terms, and quarter by quarter what was earned and paid. */
export function RefererDetail({ summary: { club, overpaidCommission } }: { summary: RefererSummaryOutput }) {
  return (
    <div className="row-detail">
      <p className="small referer-row-part">
        {club.contactName}, <EmailText email={club.contactEmail} />. Buyers{' '}
        {club.endedAt === null ? 'get' : 'got'} {club.discountPercentage}% off, the club{' '}
        {club.commissionPercentage}% of the net price
        {club.isVatRegistered && ', VAT on top'}.
        {club.endedAt !== null && <strong> Ended on {formatShortDay(club.endedAt)}.</strong>}
      </p>
      {overpaidCommission !== '0.00' && (
        <p className="small referer-row-part">
          <strong>Overpaid by {formatPrice(overpaidCommission, { sums: true })}:</strong>{' '}
          {club.endedAt === null
            ? 'refunds came after the payout. It is taken off what they earn next.'
            : 'refunds came after the payout, and the agreement has ended. Ask for it back.'}
        </p>
      )}
      <RefererActs club={club} />
      <Quarters
        clubId={club.id}
        clubName={club.name}
        hasBankDetails={club.sortCode !== null && club.accountNumber !== null}
      />
    </div>
  )
}

type QuartersProps = { clubId: string; clubName: string; hasBankDetails: boolean }

function Quarters({ clubId, clubName, hasBankDetails }: QuartersProps) {
  const payouts = trpc.admin.refererPayouts.useQuery({ id: clubId })
  const ledger = trpc.admin.refererQuarters.useQuery({ id: clubId })
  const [quarter, setQuarter] = useState<string | null>(null)

  const failed = [payouts, ledger].find((query) => query.isError && !query.data)
  if (failed) {
    return <FailedPart query={failed} />
  }
  if (!payouts.data || !ledger.data) {
    return (
      <Loading label={networkMessages.loading}>
        <Skeleton height="thumb" />
      </Loading>
    )
  }
  // The running quarter is the one in which the figures were fetched.
  const fetchedAt = new Date(ledger.dataUpdatedAt)
  const rows = quarterRows({ payouts: payouts.data, quarters: ledger.data }, fetchedAt)
  if (rows.length === 0) return <p className="quiet">{adminDashboardMessages.noQuarters}</p>
  return (
    <>
      <QuarterTable
        clubName={clubName}
        hasBankDetails={hasBankDetails}
        rows={rows}
        onOpenQuarter={setQuarter}
      />
      {quarter !== null && (
        <QuarterSalesDialog
          clubId={clubId}
          clubName={clubName}
          quarterYear={quarter}
          onClose={() => setQuarter(null)}
        />
      )}
    </>
  )
}
