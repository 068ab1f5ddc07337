import { useState } from 'react'
import { ActButton } from '#client/features/admin/act-button.tsx'
import {
  ApplicationDialog,
  applicantName,
  waitingFirst,
} from '#client/features/admin/applications/applications-section.tsx'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { countPayouts } from '#client/features/admin/payouts/payout-run.tsx'
import { BankChanges, VatChanges } from '#client/features/admin/payouts/review-notes.tsx'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Loading, TableToCome } from '#client/ui/skeleton.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { toDoMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import { attentionTasks, type Task } from './attention-tasks.tsx'

/** What waits for the instructor, each with its sum and the way to settle it, above all that is only to be read. */
export function ToDo() {
  const attention = trpc.admin.attention.list.useQuery(undefined, { staleTime: 0 })
  const applications = trpc.admin.refererApplications.useQuery()
  const quarters = trpc.admin.unprocessedQuarters.useQuery()
  const runs = trpc.admin.payoutRuns.useQuery()
  const missing = trpc.admin.missingBank.useQuery()
  const queries = [attention, applications, quarters, runs, missing]
  const isPending = queries.some((query) => query.isPending)
  const isKnown = queries.every((query) => query.data)
  const tasks = [
    ...attentionTasks(attention.data?.items ?? []),
    ...applicationTasks(applications.data ?? []),
    ...(quarters.data ?? []).map(quarterTask),
    ...(runs.data ?? []).map(runTask),
    ...(missing.data ?? []).map(missingTask),
  ]
  // The parts of the page further down say when applications or payouts could not be loaded.
  const failed = [
    { query: attention, title: toDoMessages.attentionFailed },
    { query: quarters, title: toDoMessages.quartersFailed },
    { query: missing, title: toDoMessages.missingFailed },
  ].filter(({ query }) => query.isError && !query.data)
  return (
    <section aria-labelledby="to-do-heading" className="admin-part">
      <h2 id="to-do-heading" className="admin-heading">
        {toDoMessages.title}
      </h2>
      {failed.map(({ query, title }) => (
        <FailedPart key={title} query={query} title={title} className="admin-part" />
      ))}
      {isPending && (
        <Loading label={networkMessages.loading}>
          <TableToCome rows={2} />
        </Loading>
      )}
      {!isPending && tasks.length > 0 && <Tasks tasks={tasks} />}
      {isKnown && tasks.length === 0 && <p className="quiet">{toDoMessages.nothing}</p>}
      <BankChanges />
      <VatChanges />
    </section>
  )
}

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  return (
    <DataTable
      caption={toDoMessages.title}
      rows={tasks}
      rowKey={({ key }) => key}
      columns={[
        {
          heading: 'What',
          rowHeading: true,
          cell: ({ what, note }) => (
            <>
              {what} <span className="second-line">{note}</span>
            </>
          ),
        },
        { heading: 'Sum', figure: true, cell: ({ amount }) => (amount === null ? '–' : amount) },
        { heading: 'Act', hideHeading: true, cell: ({ act }) => act },
      ]}
    />
  )
}

/** One for all of them: the next one comes when the first is decided. */
function applicationTasks(applications: readonly ApplicationOutput[]): Task[] {
  const waiting = waitingFirst(applications).filter(({ status }) => status === 'pending')
  const [first] = waiting
  if (!first) return []
  return [
    {
      key: 'applications',
      what: waiting.length === 1 ? '1 application to decide' : `${waiting.length} applications to decide`,
      note: `${applicantName(first)}, since ${formatShortDay(first.createdAt)}`,
      amount: null,
      // An open dialog never turns into another applicant's.
      act: <ReadApplication key={first.id} application={first} />,
    },
  ]
}

function ReadApplication({ application }: { application: ApplicationOutput }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Read the application
      </Button>
      {isOpen && <ApplicationDialog application={application} onClose={() => setOpen(false)} />}
    </>
  )
}

type Unprocessed = { quarterYear: string; commissionCount: number; commissionAmount: string }

function quarterTask({ quarterYear, commissionCount, commissionAmount }: Unprocessed): Task {
  const count = commissionCount === 1 ? '1 commission' : `${commissionCount} commissions`
  return {
    key: `quarter-${quarterYear}`,
    what: `${quarterYear} is over and its payouts are not made`,
    note: `${count}. Less than ${formatPounds(minimumPayoutPence)} is carried forward.`,
    amount: formatSum(commissionAmount),
    act: (
      <ActButton
        area="commissions"
        act={(admin) => admin.generatePayouts.mutate({ quarterYear })}
        done={({ payouts, carriedForward }) => ({
          title: `Payouts for ${quarterYear}`,
          description: `${countPayouts(payouts.length)} made, ${carriedForward} carried forward.`,
          tone: 'good',
        })}
        failed="Failed to make the payouts"
      >
        Make payouts for {quarterYear}
      </ActButton>
    ),
  }
}

type Run = { quarterYear: string; pending: number; totalAmount: string; exported: number }

function runTask({ quarterYear, pending, totalAmount, exported }: Run): Task {
  return {
    key: `run-${quarterYear}`,
    what: `Pay the clubs for ${quarterYear}`,
    note: `${countPayouts(pending)}, ${exported === 0 ? 'none' : exported} in a bank file`,
    amount: formatSum(totalAmount),
    act: (
      <Button size="sm" asChild>
        <a href="#payouts-heading" aria-label={`To the payouts for ${quarterYear}`}>
          To the payouts
        </a>
      </Button>
    ),
  }
}

type Missing = { id: string; name: string; unpaidAmount: string; askedAt: string | null }

function missingTask({ id, name, unpaidAmount, askedAt }: Missing): Task {
  return {
    key: `missing-${id}`,
    what: `${name}: no bank details`,
    note: askedAt === null ? 'Not asked for yet' : `Asked for on ${formatShortDay(askedAt)}`,
    amount: formatSum(unpaidAmount),
    act: (
      <ActButton
        area="commissions"
        act={(admin) => admin.askForBankDetails.mutate({ id })}
        done={() => ({ title: toDoMessages.asked, description: name, tone: 'good' })}
        failed={toDoMessages.askFailed}
        aria-label={`Ask ${name} for bank details`}
      >
        {askedAt === null ? 'Ask them' : 'Ask again'}
      </ActButton>
    ),
  }
}
