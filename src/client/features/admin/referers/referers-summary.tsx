import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { SearchField } from '#client/features/admin/parts/search-field.tsx'
import { formatSum } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Row, Split } from '#client/ui/layout.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { formatPounds, type Pence, zeroPence } from '#shared/money/money.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { CreateRefererDialog } from './create-referer-dialog.tsx'
import { RefererDetail } from './referer-detail.tsx'
import {
  findReferers,
  REFERER_ORDERS,
  REFERERS_A_PAGE,
  REFERERS_IN_BRIEF,
  REFERERS_SHOWN,
  type RefererOrder,
  type ReferersShown,
  sumReferers,
} from './referer-list.ts'

/** From here on a list is searched, not read. */
const MANY = 8

type ReferersSummaryProps = {
  summaries: readonly RefererSummaryOutput[]
  /** The first few alone, with the way to all. */
  brief: boolean
}

export function ReferersSummary({ summaries, brief }: ReferersSummaryProps) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<RefererOrder>('unpaid')
  const [shown, setShown] = useState<ReferersShown>('all')
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setAdding] = useState(false)
  const sought = useDeferredValue(search)

  const found = findReferers(summaries, { search: sought, order, shown })
  const { rows, lastPage, shownPage } = pageOf(found, {
    page,
    size: brief ? REFERERS_IN_BRIEF : REFERERS_A_PAGE,
  })
  const isAllOpen = rows.length > 0 && rows.every(({ club }) => open.has(club.id))

  function toggle(id: string) {
    setOpen((was) =>
      was.has(id) ? new Set([...was].filter((other) => other !== id)) : new Set([...was, id]),
    )
  }

  return (
    <section aria-labelledby="referers-heading">
      <Split className="admin-bar admin-bar-low">
        <h2 id="referers-heading">{adminDashboardMessages.referersSummary}</h2>
        <Row>
          {rows.length > 0 && (
            <Button
              size="sm"
              onClick={() => setOpen(new Set(isAllOpen ? [] : rows.map(({ club }) => club.id)))}
            >
              {isAllOpen ? adminDashboardMessages.collapseAll : adminDashboardMessages.expandAll}
            </Button>
          )}
          <Button size="sm" variant="go" onClick={() => setAdding(true)}>
            {adminDashboardMessages.addReferer}
          </Button>
        </Row>
      </Split>
      {!brief && summaries.length >= MANY && (
        <div className="grid-auto admin-tools">
          <SearchField
            label="Find a referer"
            placeholder="Name, code or email"
            search={search}
            onSearchChange={(next) => {
              setSearch(next)
              setPage(0)
            }}
            found={found.length}
            noun="referer"
          />
          <ListChoice
            label="Show"
            value={shown}
            options={REFERERS_SHOWN}
            onChange={(next) => {
              setShown(next)
              setPage(0)
            }}
          />
          <ListChoice label="Order" value={order} options={REFERER_ORDERS} onChange={setOrder} />
        </div>
      )}
      {rows.length === 0 ? (
        <Empty symbol={<Users aria-hidden="true" />} title={adminDashboardMessages.noReferers} />
      ) : (
        <DataTable
          caption={adminDashboardMessages.referersSummary}
          columns={columnsFor({
            found,
            isSought: sought.trim() !== '' || shown !== 'all',
            open,
            onToggle: toggle,
            brief,
          })}
          rows={rows}
          rowKey={({ club }) => club.id}
          detail={(summary) => open.has(summary.club.id) && <RefererDetail summary={summary} />}
        />
      )}
      {brief ? (
        <p className="list-note">
          <Link className="link" to={paths.adminClubs}>
            {adminDashboardMessages.allClubs(summaries.length)}
          </Link>
        </p>
      ) : (
        <Pager page={shownPage} lastPage={lastPage} onPageChange={setPage} label="Pages of referers" />
      )}
      {isAdding && <CreateRefererDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

type Listing = {
  found: readonly RefererSummaryOutput[]
  isSought: boolean
  open: ReadonlySet<string>
  onToggle: (id: string) => void
  /** On a phone the name and what is unpaid alone; else all that the list is ordered or narrowed by. */
  brief: boolean
}

function columnsFor({ found, isSought, open, onToggle, brief }: Listing): Column<RefererSummaryOutput>[] {
  const sums = sumReferers(found)
  const money = (heading: string, sum: Pence, pick: (summary: RefererSummaryOutput) => string) => ({
    heading,
    figure: true,
    wideOnly: brief ? heading !== 'Unpaid' : heading === 'Paid',
    total: formatPounds(sum, { sums: true }),
    cell: (summary: RefererSummaryOutput) => formatSum(pick(summary)),
  })
  return [
    {
      heading: 'Referer',
      rowHeading: true,
      total: isSought ? 'All that were found' : 'All referers',
      cell: ({ club }) => (
        <RowToggle open={open.has(club.id)} onToggle={() => onToggle(club.id)}>
          <span>
            {club.name} {club.endedAt !== null && <Badge>Ended</Badge>}
          </span>
        </RowToggle>
      ),
    },
    {
      heading: 'Code',
      wideOnly: brief,
      onCard: 'right',
      cell: ({ club }) => <span className="code">{club.referralCode}</span>,
    },
    {
      heading: 'New customers',
      figure: true,
      wideOnly: brief,
      total: sums.sales.toLocaleString('en-GB'),
      cell: ({ commissionCount }) => commissionCount.toLocaleString('en-GB'),
    },
    money('Total', sums.totalPence, ({ totalCommission }) => totalCommission),
    money('Paid', sums.paidPence, ({ totalPaid }) => totalPaid),
    money('Unpaid', sums.unpaidPence, ({ unpaidCommission }) => unpaidCommission),
    // Refunds after a payment: without this column Total less Paid would not be Unpaid.
    ...(sums.overpaidPence === zeroPence
      ? []
      : [money('Overpaid', sums.overpaidPence, ({ overpaidCommission }) => overpaidCommission)]),
  ]
}
