import type { ReactNode } from 'react'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { Stats } from '#client/ui/detail-list.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Loading, Skeleton, TableToCome } from '#client/ui/skeleton.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { sumReferers } from './referer-list.ts'
import { ReferersSummary } from './referers-summary.tsx'

/** The three figures and the list of referers: on the dashboard the first of them, below the analytics. */
export function RefererOverview({ children, brief = false }: { children?: ReactNode; brief?: boolean }) {
  const summary = trpc.admin.referersSummary.useQuery()
  const hasFailed = summary.isError && !summary.data
  return (
    <>
      {!hasFailed && <Sums summaries={summary.data} />}
      {hasFailed && <FailedPart query={summary} className="page-part admin-part" />}
      {children}
      {summary.data && <ReferersSummary summaries={summary.data} brief={brief} />}
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
