import type { ReactNode } from 'react'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { Stats } from '#client/ui/detail-list.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Loading, Skeleton, TableToCome } from '#client/ui/skeleton.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money/money.ts'
import { sumReferers } from './referer-list.ts'
import { ReferersSummary } from './referers-summary.tsx'

type Figure = { label: string; value: ReactNode }

/** The three figures of all referers (requirements §2), after a screen's own. Where they fail, `RefererOverview` says so. */
export function RefererFigures({ before = [] }: { before?: readonly Figure[] }) {
  const summary = trpc.admin.referersSummary.useQuery()
  const isFailed = summary.isError && !summary.data
  if (isFailed && before.length === 0) return null
  const sums = summary.data && sumReferers(summary.data)
  const ofAll = [
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
      details={[...before, ...(isFailed ? [] : ofAll)].map(({ label, value }) => ({
        label,
        value: value ?? <Skeleton height="title" width="word" />,
      }))}
    />
  )
}

/** The list of referers: on the dashboard the first of them. */
export function RefererOverview({ brief = false }: { brief?: boolean }) {
  const summary = trpc.admin.referersSummary.useQuery()
  if (summary.data) return <ReferersSummary summaries={summary.data} brief={brief} />
  return summary.isPending ? (
    <ReferersToCome />
  ) : (
    <FailedPart query={summary} className="page-part admin-part" />
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
