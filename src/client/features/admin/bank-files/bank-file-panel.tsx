import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { countPayouts } from '#client/features/admin/payouts/count-payouts.ts'
import { PayQuarterButton } from '#client/features/admin/payouts/pay-quarter-button.tsx'
import {
  type PayoutSum,
  PayoutSumLine,
  PROBLEM_LABELS,
  sumOf,
} from '#client/features/admin/payouts/payout-run.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { formatPounds, toPounds } from '#shared/money/money.ts'
import type { PayoutRunsOutput, RunPayout } from '#shared/schemas/payout-run.ts'
import { BankFileButton } from './bank-file-button.tsx'

/** Quarters whose payouts wait for the bank. */
export function BankFilePanel() {
  const runs = trpc.admin.payoutRuns.useQuery()
  if (runs.isError && !runs.data)
    return <FailedPart query={runs} title="Payouts to pay could not be loaded" className="admin-part" />
  if (!runs.data) return null
  if (runs.data.length === 0)
    return (
      <div className="admin-part">
        <Empty
          symbol={<CircleCheck aria-hidden="true" />}
          title={adminDashboardMessages.noPayouts}
          headingLevel={2}
        >
          The payouts of a quarter stand here once it is over.
        </Empty>
      </div>
    )
  return <Runs runs={runs.data} />
}

function Runs({ runs }: { runs: PayoutRunsOutput }) {
  const [open, setOpen] = useState<string | null>(null)
  // The oldest comes first to be paid.
  const next = runs.at(-1)
  return (
    <section aria-labelledby="payouts-heading" className="admin-part">
      <h2 id="payouts-heading" className="admin-heading">
        Payouts to pay
      </h2>
      <DataTable
        caption="Payouts to pay"
        rows={runs}
        rowKey={({ quarterYear }) => quarterYear}
        detail={({ quarterYear }) => open === quarterYear && <BankFilePayouts quarterYear={quarterYear} />}
        columns={[
          {
            heading: 'Quarter',
            rowHeading: true,
            cell: ({ quarterYear }) => (
              <RowToggle
                open={open === quarterYear}
                onToggle={() => setOpen(open === quarterYear ? null : quarterYear)}
              >
                <span className="figure">{quarterYear}</span>
              </RowToggle>
            ),
          },
          { heading: 'Payouts', figure: true, cell: ({ pending }) => pending.toLocaleString('en-GB') },
          {
            heading: 'To pay',
            figure: true,
            cell: ({ totalAmount }) => formatSum(totalAmount),
          },
          {
            heading: 'In file',
            cell: ({ exported, exportedAmount }) =>
              exported === 0 ? (
                <span className="quiet">None</span>
              ) : (
                `${countPayouts(exported)}, ${formatSum(exportedAmount)}`
              ),
          },
          { heading: 'Held', cell: ({ quarterYear }) => <Held quarterYear={quarterYear} /> },
          {
            heading: 'Action',
            hideHeading: true,
            cell: ({ quarterYear, exported }) => (
              <Row>
                <BankFileButton
                  quarterYear={quarterYear}
                  isNext={quarterYear === next?.quarterYear && exported === 0}
                />
                <PayQuarterButton
                  quarterYear={quarterYear}
                  exported={exported}
                  isNext={quarterYear === next?.quarterYear}
                />
              </Row>
            ),
          },
        ]}
      />
    </section>
  )
}

/** Asked for again wherever it is shown: a club changes its bank details itself. */
function useRun(quarterYear: string) {
  return trpc.admin.payoutRun.useQuery({ quarterYear }, { staleTime: 0 })
}

/** What no bank file can name now, by its reason. */
function Held({ quarterYear }: { quarterYear: string }) {
  const { data, isError } = useRun(quarterYear)
  if (isError) return <Status kind="stop" label="Could not be loaded" wrap />
  if (!data) return null
  const held = HELD.map((problem) => ({
    problem,
    ...sumOf(data.payouts.filter((payout) => payout.problem === problem)),
  })).filter(({ payouts }) => payouts.length > 0)
  if (held.length === 0) return <span className="quiet">None</span>
  return (
    <span>
      {held.map(({ problem, payouts, totalPence }) => (
        <span key={problem} className="payout-held">
          <Status kind="stop" wrap>
            {countPayouts(payouts.length)}, {formatPounds(totalPence, { sums: true })}
          </Status>
          <span className="second-line">{PROBLEM_LABELS[problem]}</span>
        </span>
      ))}
    </span>
  )
}

const HELD = ['noBankDetails', 'bankUnreviewed', 'vatUnreviewed'] as const

function BankFilePayouts({ quarterYear }: { quarterYear: string }) {
  const run = useRun(quarterYear)
  const [unfreezing, setUnfreezing] = useState<PayoutSum | null>(null)
  return (
    <Fetched query={run}>
      {({ payouts }) => {
        const frozen = payouts.filter(({ exportedAt }) => exportedAt !== null)
        return (
          <div className="row-detail">
            <PagedTable
              pagesLabel={`Pages of payouts of ${quarterYear}`}
              pageSize={10}
              caption={`Pending payouts of ${quarterYear}`}
              rows={payouts}
              rowKey={({ id }) => id}
              columns={columnsFor((payout) => setUnfreezing(sumOf([payout])))}
            />
            {frozen.length > 0 && (
              <Button size="sm" className="payout-unfreeze" onClick={() => setUnfreezing(sumOf(frozen))}>
                Unfreeze all of {quarterYear}
              </Button>
            )}
            {unfreezing && (
              <UnfreezeDialog
                quarterYear={quarterYear}
                frozen={unfreezing}
                onClose={() => setUnfreezing(null)}
              />
            )}
          </div>
        )
      }}
    </Fetched>
  )
}

function columnsFor(onUnfreeze: (payout: RunPayout) => void): Column<RunPayout>[] {
  return [
    { heading: 'Referer', rowHeading: true, cell: ({ clubName }) => clubName },
    { heading: 'Amount', figure: true, cell: ({ amount }) => formatSum(amount) },
    { heading: 'Bank file', cell: (payout) => <State {...payout} /> },
    {
      heading: 'Action',
      hideHeading: true,
      cell: (payout) =>
        payout.exportedAt !== null && (
          <TextButton
            aria-label={`Unfreeze the payout to ${payout.clubName}`}
            onClick={() => onUnfreeze(payout)}
          >
            Unfreeze
          </TextButton>
        ),
    },
  ]
}

function State({ exportedAt, earlierFile, problem }: RunPayout) {
  return (
    <span>
      {exportedAt !== null && <Status kind="done">In the file of {formatShortDay(exportedAt)}</Status>}
      {exportedAt === null && problem === null && <Status kind="not-started">Not in a file yet</Status>}
      {problem !== null && problem !== 'exported' && (
        <Status kind="stop" wrap>
          {PROBLEM_LABELS[problem]}
        </Status>
      )}
      {earlierFile !== null && <span className="bank-file-earlier small">Stood in {earlierFile}</span>}
    </span>
  )
}

type UnfreezeDialogProps = { quarterYear: string; frozen: PayoutSum; onClose: () => void }

function UnfreezeDialog({ quarterYear, frozen, onClose }: UnfreezeDialogProps) {
  const payoutIds = frozen.payouts.map(({ id }) => id)
  const [only] = frozen.payouts.length === 1 ? frozen.payouts : []
  const unfreeze = useAdminMutation({
    area: 'commissions',
    act: (admin) =>
      admin.unfreezePayouts.mutate({ quarterYear, payoutIds, totalAmount: toPounds(frozen.totalPence) }),
    done: ({ payouts }) => ({
      title: 'Payouts Unfrozen',
      description: `${countPayouts(payouts)} of ${quarterYear}.`,
      tone: 'good',
    }),
    failed: 'Failed to unfreeze',
    onSettled: onClose,
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={
        only ? (
          `Unfreeze the payout to ${only.clubName}?`
        ) : (
          <>
            Unfreeze the payouts of <span className="one-line">{quarterYear}?</span>
          </>
        )
      }
      confirmText={`Unfreeze ${payoutIds.length}`}
      danger
      loading={unfreeze.isPending}
      onConfirm={() => unfreeze.mutate()}
    >
      <p>{only ? 'It stands' : 'They stand'} in a bank file:</p>
      <PayoutSumLine {...frozen} />
      <p className="payout-question-line">
        <strong>
          The next file names {only ? 'it' : 'them'} again. If your bank has this one,{' '}
          {only ? 'it is' : 'they are'} paid twice.
        </strong>{' '}
        Unfreeze only what was never sent, or what your bank refused.
      </p>
    </ConfirmDialog>
  )
}
