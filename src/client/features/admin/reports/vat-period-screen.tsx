import { useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Stats } from '#client/ui/detail-list.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Split } from '#client/ui/layout.tsx'
import { TableToCome } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { reportMessages } from '#shared/messages/reports.ts'
import { VAT_SIDES, type VatPeriodDetailOutput } from '#shared/schemas/vat.ts'
import { BalanceNote } from './balance-note.tsx'
import { ReportActions } from './report-actions.tsx'
import { VatDocuments } from './vat-documents.tsx'
import { BOX_LABELS, KIND_LABELS, rateLabel, SIDE_LABELS, wholePounds } from './vat-labels.ts'

export function VatPeriodScreen() {
  const { label = '' } = useParams()
  const period = trpc.admin.reports.vatPeriod.useQuery({ label }, { staleTime: 0 })
  return (
    <AdminFrame title={reportMessages.vatPeriod} heading={period.data && `VAT, ${period.data.title}`}>
      <PrintHead path={paths.adminVatPeriod(label)} />
      <Fetched query={period} skeleton={<TableToCome rows={5} />}>
        {(data) => <VatReport period={data} />}
      </Fetched>
    </AdminFrame>
  )
}

function VatReport({ period }: { period: VatPeriodDetailOutput }) {
  const { label, boxes, kinds, isRunning, problems } = period
  return (
    <>
      <Split className="admin-head">
        {isRunning ? <Status kind="pending">Still running</Status> : <Status kind="done">Over</Status>}
        <ReportActions />
      </Split>
      <BalanceNote problems={problems}>
        {`Every paid order has one invoice, every credit one credit note, every paid payout one document, and no number is missing. Output VAT is ${formatSum(boxes.box1)}.`}
      </BalanceNote>
      <Stats
        details={[
          { label: BOX_LABELS[1], value: formatSum(boxes.box1) },
          { label: BOX_LABELS[4], value: formatSum(boxes.box4) },
          { label: BOX_LABELS[5], value: formatSum(boxes.box5) },
          { label: BOX_LABELS[6], value: <WholePounds amount={boxes.box6} /> },
          { label: BOX_LABELS[7], value: <WholePounds amount={boxes.box7} /> },
        ]}
      />
      <p className="list-note small quiet">{reportMessages.vatNote}</p>
      <h2 className="report-lines-heading">{reportMessages.vatParts}</h2>
      <DataTable
        caption={reportMessages.vatParts}
        rows={kinds}
        rowKey={({ kind, side, vatRate }) => `${kind}-${side}-${vatRate}`}
        columns={KIND_COLUMNS}
      />
      {VAT_SIDES.filter((side) => kinds.some((one) => one.side === side)).map((side) => (
        <Disclosure key={side} className="admin-section" title={SIDE_LABELS[side]} hint={HINTS[side]}>
          {() => <VatDocuments label={label} side={side} />}
        </Disclosure>
      ))}
    </>
  )
}

/** As HMRC takes it, with the pence below. */
function WholePounds({ amount }: { amount: string }) {
  return (
    <>
      {wholePounds(amount)} <span className="second-line">{formatSum(amount)} to the penny</span>
    </>
  )
}

const HINTS = {
  sales: 'Invoices and credit notes',
  purchases: 'Self-billed invoices',
  outside: 'Made without a VAT number, or waiting for the referer’s own invoice',
}

const KIND_COLUMNS: readonly Column<VatPeriodDetailOutput['kinds'][number]>[] = [
  { heading: 'Documents', rowHeading: true, cell: ({ kind }) => KIND_LABELS[kind] },
  { heading: 'Where', cell: ({ side }) => SIDE_LABELS[side] },
  { heading: 'Rate', figure: true, cell: ({ vatRate }) => rateLabel(vatRate) },
  { heading: 'Number', figure: true, cell: ({ count }) => count.toLocaleString('en-GB') },
  { heading: 'Net', figure: true, cell: ({ net }) => formatSum(net) },
  { heading: 'VAT', figure: true, cell: ({ vat }) => formatSum(vat) },
]
