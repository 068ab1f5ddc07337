import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { AnalyticsPanel } from '#client/features/admin/analytics/analytics-panel.tsx'
import { ApplicationsSection } from '#client/features/admin/applications/applications-section.tsx'
import { BankFilePanel } from '#client/features/admin/bank-files/bank-file-panel.tsx'
import { BankFiles } from '#client/features/admin/bank-files/bank-files.tsx'
import { YourBank } from '#client/features/admin/bank-files/your-bank.tsx'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { sumReferers } from '#client/features/admin/referers/referer-list.ts'
import { ReferersSummary } from '#client/features/admin/referers/referers-summary.tsx'
import { ReportPanel } from '#client/features/admin/reports/report-panel.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Loading, Skeleton, TableToCome } from '#client/ui/skeleton.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { ToDo } from './to-do.tsx'

/** What wants doing, then referers, what they earned and who wants to become one (requirements §2). */
export function AdminDashboardScreen() {
  return (
    <AdminFrame
      title={adminDashboardMessages.title}
      actions={
        <Button size="sm" asChild>
          <Link to={paths.bulkEmail}>{adminDashboardMessages.bulkEmail}</Link>
        </Button>
      }
    >
      <ToDo />
      <RefererOverview />
      <ReportPanel />
      <ApplicationsSection />
    </AdminFrame>
  )
}

export function RefererOverview() {
  const summary = trpc.admin.referersSummary.useQuery()
  const hasFailed = summary.isError && !summary.data
  return (
    <>
      {!hasFailed && <Sums summaries={summary.data} />}
      {hasFailed && <FailedPart query={summary} className="page-part admin-part" />}
      <BankFilePanel />
      <BankFiles />
      <YourBank />
      <AnalyticsPanel />
      {summary.data && <ReferersSummary summaries={summary.data} />}
      {summary.isPending && <ReferersToCome />}
    </>
  )
}

function Sums({ summaries }: { summaries: readonly RefererSummaryOutput[] | undefined }) {
  const sums = summaries && sumReferers(summaries)
  const details = [
    {
      label: adminDashboardMessages.totalCommissions,
      value: sums && formatPounds(sums.totalPence, { sums: true }),
    },
    {
      label: adminDashboardMessages.unpaidCommissions,
      value: sums && formatPounds(sums.unpaidPence, { sums: true }),
    },
    { label: adminDashboardMessages.activeReferers, value: sums?.active.toLocaleString('en-GB') },
  ]
  return (
    <Stats
      details={details.map(({ label, value }) => ({
        label,
        value: value ?? <Skeleton height="title" width="word" />,
      }))}
    />
  )
}

/** As many rows as a page of the list has at most, so that what stands below it stays there. */
function ReferersToCome() {
  return (
    <Loading label={networkMessages.loading}>
      <Stack>
        <Skeleton height="title" width="narrow" />
        <TableToCome rows={5} />
      </Stack>
    </Loading>
  )
}
