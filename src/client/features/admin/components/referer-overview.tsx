import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Stats } from '../../../ui/facts.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { TableToCome } from '../../../ui/table-to-come.tsx'
import { Stack } from '../../../ui/wrap.tsx'
import { failureText } from '../failure-text.ts'
import { sumReferers } from '../referer-list.ts'
import { AnalyticsPanel } from './analytics-panel.tsx'
import { BankFilePanel } from './bank-file-panel.tsx'
import { BankFiles } from './bank-files.tsx'
import { ReferersSummary } from './referers-summary.tsx'
import { BankChanges, VatChanges } from './review-notes.tsx'
import { UnprocessedQuarters } from './unprocessed-quarters.tsx'

/** The three figures at the head, and the referers they are the sums of. */
export function RefererOverview() {
  const summary = trpc.admin.referersSummary.useQuery()
  const hasFailed = summary.isError && !summary.data
  return (
    <>
      {!hasFailed && <Sums summaries={summary.data} />}
      {hasFailed && (
        <Note
          tone="bad"
          className="mt-6 mb-9"
          actions={<Button onClick={() => void summary.refetch()}>Try again</Button>}
        >
          {failureText(summary.error, networkMessages.failed)}
        </Note>
      )}
      <BankChanges />
      <VatChanges />
      <UnprocessedQuarters />
      <BankFilePanel />
      <BankFiles />
      <AnalyticsPanel />
      {summary.data && <ReferersSummary summaries={summary.data} />}
      {summary.isPending && <ReferersToCome />}
    </>
  )
}

function Sums({ summaries }: { summaries: readonly RefererSummaryOutput[] | undefined }) {
  const sums = summaries && sumReferers(summaries)
  const facts = [
    {
      label: adminDashboardMessages.totalCommissions,
      value: sums && formatPounds(sums.totalPence, { sums: true }),
    },
    {
      label: adminDashboardMessages.unpaidCommissions,
      value: sums && formatPounds(sums.unpaidPence, { sums: true }),
    },
    { label: adminDashboardMessages.activeClubs, value: sums?.active.toLocaleString('en-GB') },
  ]
  return (
    <Stats
      facts={facts.map(({ label, value }) => ({
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
