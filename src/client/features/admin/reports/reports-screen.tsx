import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { reportMessages } from '#shared/messages/reports.ts'
import { PayoutRuns } from './payout-runs.tsx'
import { StripePayouts } from './stripe-payouts.tsx'
import { VatPeriods } from './vat-periods.tsx'

export function ReportsScreen() {
  return (
    <AdminFrame title={reportMessages.title}>
      <PrintHead path={paths.adminReports} />
      <div className="operations">
        <VatPeriods />
        <StripePayouts />
        <PayoutRuns />
      </div>
    </AdminFrame>
  )
}
