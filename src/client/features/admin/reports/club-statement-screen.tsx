import { Link, useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { PrintHead } from '#client/site/print-head.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Split } from '#client/ui/layout.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { TableToCome } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { quarterSalesMessages } from '#shared/messages/admin.ts'
import { reportMessages } from '#shared/messages/reports.ts'
import { formatPounds, negatePence, parsePounds, sumPence } from '#shared/money/money.ts'
import type { ClubStatementOutput } from '#shared/schemas/payout-run-report.ts'
import { BalanceNote } from './balance-note.tsx'
import { ReportActions } from './report-actions.tsx'

type Sums = ClubStatementOutput['sums']
type Entry = ClubStatementOutput['entries'][number]

export function ClubStatementScreen() {
  const { clubId = '', quarterYear = '' } = useParams()
  const statement = trpc.admin.reports.clubStatement.useQuery({ clubId, quarterYear }, { staleTime: 0 })
  return (
    <AdminFrame
      title={reportMessages.statement}
      heading={statement.data && `${statement.data.name}, ${statement.data.quarterYear}`}
    >
      <PrintHead path={paths.adminStatement(clubId, quarterYear)} />
      <Fetched query={statement} skeleton={<TableToCome rows={5} />}>
        {(data) => <Statement statement={data} />}
      </Fetched>
    </AdminFrame>
  )
}

function Statement({ statement }: { statement: ClubStatementOutput }) {
  const { sums, payout, problems, entries, referralCode } = statement
  return (
    <>
      <Split className="admin-head">
        <span>
          Code <span className="figure">{referralCode}</span> <StateOf statement={statement} />
        </span>
        <ReportActions />
      </Split>
      <BalanceNote problems={problems}>{balanceText(statement)}</BalanceNote>
      <MoneyRows rows={moneyRows(sums, payout)} />
      <h2 className="report-lines-heading">{reportMessages.statementEntries}</h2>
      {entries.length === 0 ? (
        <p className="quiet">{reportMessages.noEntries}</p>
      ) : (
        <DataTable
          caption={reportMessages.statementEntries}
          rows={entries}
          rowKey={({ id }) => id}
          columns={columnsFor(statement)}
          collapse={false}
        />
      )}
    </>
  )
}

function StateOf({ statement: { payout, isRunning } }: { statement: ClubStatementOutput }) {
  if (payout?.isPaid)
    return <Status kind="done">{payout.paidAt ? `Paid ${formatShortDay(payout.paidAt)}` : 'Paid'}</Status>
  if (payout) return <Status kind="pending">To pay</Status>
  return isRunning ? (
    <Status kind="pending">Still running</Status>
  ) : (
    <Status kind="done">Nothing to pay</Status>
  )
}

function balanceText({ sums, payout }: ClubStatementOutput): string {
  const each = 'Every sale’s commission is its percentage of the net price.'
  if (!payout) return `${each} ${formatSum(sums.carried)} is carried forward.`
  const document = payout.label ? `, and ${payout.label} says the same` : ''
  const carried =
    parsePounds(sums.carried) === 0 ? 'It comes' : `Less ${formatSum(sums.carried)} carried forward it comes`
  return `${each} ${carried} to the ${formatSum(sums.net)} of the payout${document}.`
}

function moneyRows(sums: Sums, payout: ClubStatementOutput['payout']) {
  const row = (label: string, amount: string, isShown = parsePounds(amount) !== 0) =>
    isShown ? [{ label, amount: formatSum(amount) }] : []
  return [
    ...row('Brought forward', sums.brought),
    ...row(quarterSalesMessages.entryKinds.earned, sums.earned, true),
    ...row(quarterSalesMessages.entryKinds.corrected, sums.corrected),
    ...row(quarterSalesMessages.entryKinds.reversed, sums.reversed),
    ...row(quarterSalesMessages.entryKinds.forfeited, sums.forfeited),
    ...(parsePounds(sums.carried) === 0
      ? []
      : [
          {
            label: 'Carried forward',
            amount: formatPounds(negatePence(parsePounds(sums.carried)), { sums: true }),
            kind: 'carried' as const,
          },
        ]),
    ...row('VAT', sums.vat),
    {
      label: payout?.isPaid ? 'Paid' : 'To pay',
      amount: formatSum(sums.total),
      kind: 'total' as const,
    },
  ]
}

function columnsFor({ quarterYear, entries, payout }: ClubStatementOutput): Column<Entry>[] {
  const working = (heading: string, pick: (sum: NonNullable<Entry['working']>) => string): Column<Entry> => ({
    heading,
    figure: true,
    wideOnly: true,
    cell: ({ working: sum }) => (sum ? pick(sum) : '–'),
  })
  return [
    { heading: 'Date', cell: ({ at }) => <span className="figure">{formatShortDay(at)}</span> },
    {
      heading: 'What',
      rowHeading: true,
      cell: ({ kind, quarter, reason, isCarried }) => (
        <>
          {quarterSalesMessages.entryKinds[kind]}
          {quarter !== quarterYear && `, ${quarter}`}
          {payout && isCarried && ', carried forward'}
          {kind !== 'earned' && reason && <span className="second-line">{reason}</span>}
        </>
      ),
      total: 'Sum',
    },
    {
      heading: 'Invoice',
      cell: ({ orderId, invoiceNumber }) =>
        orderId === null ? (
          '–'
        ) : (
          <Link className="link figure" to={paths.adminOrder(orderId)}>
            {invoiceNumber ?? 'Order'}
          </Link>
        ),
    },
    working('Price paid', ({ paid }) => formatSum(paid)),
    working('VAT', ({ vat }) => formatSum(vat)),
    working('Card fee', ({ fee }) => formatSum(fee)),
    working('Net', ({ net }) => formatSum(net)),
    working('Percent', ({ percent }) => `${percent}%`),
    {
      heading: 'Commission',
      figure: true,
      cell: ({ amount }) => formatSum(amount),
      total: formatPounds(sumPence(entries.map(({ amount }) => parsePounds(amount))), { sums: true }),
    },
  ]
}
