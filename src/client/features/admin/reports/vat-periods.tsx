import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { OperationsPart } from '#client/features/admin/operations/operations-part.tsx'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { formatSum } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import type { Column } from '#client/ui/data-table.tsx'
import type { Stagger } from '#shared/calendar/vat-period.ts'
import { reportMessages } from '#shared/messages/reports.ts'
import type { VatPeriodOutput } from '#shared/schemas/vat.ts'
import { BOX_LABELS, STAGGER_LABELS, wholePounds } from './vat-labels.ts'

/** Two years of quarters. */
const PERIODS_A_PAGE = 8

/** The VAT periods of the shop's own stagger, each of which opens. */
export function VatPeriods() {
  const vat = trpc.admin.reports.vatPeriods.useQuery(undefined, { staleTime: 0 })
  return (
    <OperationsPart title={reportMessages.vat} query={vat}>
      {({ stagger, periods }) => (
        <>
          <StaggerChoice stagger={stagger} />
          <PagedTable
            pagesLabel="Pages of VAT periods"
            pageSize={PERIODS_A_PAGE}
            caption={reportMessages.vatPeriods}
            rows={periods}
            rowKey={({ label }) => label}
            columns={COLUMNS}
          />
        </>
      )}
    </OperationsPart>
  )
}

const STAGGER_ORDER: readonly Stagger[] = [1, 2, 3, 0]

/** The periods follow from it; no document changes. */
function StaggerChoice({ stagger }: { stagger: Stagger }) {
  const utils = trpc.useUtils()
  const change = useMutation({
    mutationFn: (next: Stagger) => utils.client.admin.reports.changeStagger.mutate({ stagger: next }),
    onSuccess: () => toast({ title: reportMessages.staggerChanged, tone: 'good' }),
    onError: (error) => toastFailure(reportMessages.staggerFailed, error),
    onSettled: () => utils.admin.reports.vatPeriods.invalidate(),
  })
  return (
    <div className="operations-choices report-actions">
      <ListChoice
        label={reportMessages.stagger}
        value={String(change.isPending ? change.variables : stagger)}
        options={STAGGER_ORDER.map((one) => [String(one), STAGGER_LABELS[one]] as const)}
        onChange={(chosen) => {
          const next = STAGGER_ORDER.find((one) => String(one) === chosen)
          if (next !== undefined) change.mutate(next)
        }}
      />
    </div>
  )
}

/** On a phone what is to be paid stands alone: each period opens to all five. */
const box = (number: keyof typeof BOX_LABELS): Column<VatPeriodOutput> => ({
  heading: BOX_LABELS[number],
  figure: true,
  wideOnly: number !== 5,
  cell: ({ boxes }) => (number < 6 ? formatSum : wholePounds)(boxes[`box${number}`]),
})

const COLUMNS: readonly Column<VatPeriodOutput>[] = [
  {
    heading: 'Period',
    rowHeading: true,
    cell: ({ label, title, isRunning }) => (
      <>
        <Link className="link" to={paths.adminVatPeriod(label)}>
          {title}
        </Link>{' '}
        {isRunning && <span className="row-aside">still running</span>}
      </>
    ),
  },
  box(1),
  box(4),
  box(5),
  box(6),
  box(7),
]
