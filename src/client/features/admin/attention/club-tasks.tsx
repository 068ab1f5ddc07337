import { useState } from 'react'
import { Link } from 'react-router'
import { ActButton } from '#client/features/admin/act-button.tsx'
import { applicantName, waitingFirst } from '#client/features/admin/applications/applicants.tsx'
import { ApplicationDialog } from '#client/features/admin/applications/lazy-application-dialog.tsx'
import { countPayouts } from '#client/features/admin/payouts/count-payouts.ts'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { toDoMessages } from '#shared/messages/admin.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import type { Task } from './task-table.tsx'

/** What waits for clubs: who wants to become one, and what is to be paid. */
export function useClubTasks() {
  // As new as the count in the way to them.
  const applications = trpc.admin.refererApplications.useQuery(undefined, { staleTime: 0 })
  const quarters = trpc.admin.unprocessedQuarters.useQuery(undefined, { staleTime: 0 })
  const runs = trpc.admin.payoutRuns.useQuery(undefined, { staleTime: 0 })
  const missing = trpc.admin.missingBank.useQuery(undefined, { staleTime: 0 })
  const queries = [applications, quarters, runs, missing]
  return {
    tasks: [
      ...applicationTasks(applications.data ?? []),
      ...(quarters.data ?? []).map(quarterTask),
      ...(runs.data ?? []).map(runTask),
      ...(missing.data ?? []).map(missingTask),
    ],
    isPending: queries.some((query) => query.isPending),
    isKnown: queries.every((query) => query.data),
    failed: [
      { query: applications, title: toDoMessages.applicationsFailed },
      { query: runs, title: toDoMessages.runsFailed },
      { query: quarters, title: toDoMessages.quartersFailed },
      { query: missing, title: toDoMessages.missingFailed },
    ].filter(({ query }) => query.isError && !query.data),
  }
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
        <Link to={paths.adminPayouts} aria-label={`To the payouts for ${quarterYear}`}>
          To the payouts
        </Link>
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
