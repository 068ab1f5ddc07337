import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Stats } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Stack } from '../../../ui/wrap.tsx'
import { failureText } from '../failure-text.ts'
import { sumReferers } from '../referer-list.ts'
import { AnalyticsPanel } from './analytics-panel.tsx'
import { BankChanges } from './bank-changes.tsx'
import { BankFilePanel } from './bank-file-panel.tsx'
import { ReferersSummary } from './referers-summary.tsx'
import { UnprocessedQuarters } from './unprocessed-quarters.tsx'

/** The three figures at the head, and the referers they are the sums of. */
export function RefererOverview() {
  const summary = trpc.admin.referersSummary.useQuery()
  if (summary.data) {
    const sums = sumReferers(summary.data)
    return (
      <>
        <Stats
          facts={[
            {
              label: adminDashboardMessages.totalCommissions,
              value: formatPounds(sums.totalPence, { sums: true }),
            },
            {
              label: adminDashboardMessages.unpaidCommissions,
              value: formatPounds(sums.unpaidPence, { sums: true }),
            },
            { label: adminDashboardMessages.activeClubs, value: sums.active.toLocaleString('en-GB') },
          ]}
        />
        <BankChanges />
        <UnprocessedQuarters />
        <BankFilePanel />
        <AnalyticsPanel />
        <ReferersSummary summaries={summary.data} />
      </>
    )
  }
  if (summary.isError) {
    return (
      <Note
        tone="bad"
        className="mt-6"
        actions={<Button onClick={() => void summary.refetch()}>Try again</Button>}
      >
        {failureText(summary.error, networkMessages.failed)}
      </Note>
    )
  }
  return (
    <Loading label={networkMessages.loading}>
      <Stack className="mt-6">
        <Skeleton height="picture" />
        <Skeleton height="title" width="narrow" />
        <Skeleton height="picture" />
      </Stack>
    </Loading>
  )
}
