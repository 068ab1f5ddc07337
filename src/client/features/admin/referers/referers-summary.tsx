import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { formatPrice } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable, RowToggle } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Field, Select, TextField } from '#client/ui/field.tsx'
import { Row, Split } from '#client/ui/layout.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { formatPounds, zeroPence } from '#shared/money/money.ts'
import type { RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { CreateRefererDialog } from './create-referer-dialog.tsx'
import { RefererDetail } from './referer-detail.tsx'
import {
  findReferers,
  isRefererOrder,
  isReferersShown,
  REFERER_ORDERS,
  REFERERS_A_PAGE,
  REFERERS_SHOWN,
  type RefererOrder,
  type ReferersShown,
  sumReferers,
} from './referer-list.ts'

/** From here on a list is searched, not read. */
const MANY = 8

/** Every referer with their sums; a row opens to its quarters. */
export function ReferersSummary({ summaries }: { summaries: readonly RefererSummaryOutput[] }) {
  const [words, setWords] = useState('')
  const [order, setOrder] = useState<RefererOrder>('unpaid')
  const [shown, setShown] = useState<ReferersShown>('all')
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [isAdding, setAdding] = useState(false)
  const sought = useDeferredValue(words)

  const found = findReferers(summaries, { words: sought, order, shown })
  const { rows, lastPage, shownPage } = pageOf(found, { page, size: REFERERS_A_PAGE })
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
      {summaries.length >= MANY && (
        <RefererTools
          words={words}
          order={order}
          shown={shown}
          found={found.length}
          onWordsChange={(next) => {
            setWords(next)
            setPage(0)
          }}
          onOrderChange={setOrder}
          onShownChange={(next) => {
            setShown(next)
            setPage(0)
          }}
        />
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
          })}
          rows={rows}
          rowKey={({ club }) => club.id}
          detail={(summary) => open.has(summary.club.id) && <RefererDetail summary={summary} />}
        />
      )}
      <Pager page={shownPage} lastPage={lastPage} onPageChange={setPage} label="Pages of referers" />
      {isAdding && <CreateRefererDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

type Listing = {
  found: readonly RefererSummaryOutput[]
  isSought: boolean
  open: ReadonlySet<string>
  onToggle: (id: string) => void
}

function columnsFor({ found, isSought, open, onToggle }: Listing): Column<RefererSummaryOutput>[] {
  const sums = sumReferers(found)
  const money = (pick: (summary: RefererSummaryOutput) => string) => (summary: RefererSummaryOutput) =>
    formatPrice(pick(summary), { sums: true })
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
    { heading: 'Code', cell: ({ club }) => <span className="code">{club.referralCode}</span> },
    {
      heading: 'Sales',
      figure: true,
      total: sums.sales.toLocaleString('en-GB'),
      cell: ({ commissionCount }) => commissionCount.toLocaleString('en-GB'),
    },
    {
      heading: 'Total',
      figure: true,
      total: formatPounds(sums.totalPence, { sums: true }),
      cell: money(({ totalCommission }) => totalCommission),
    },
    {
      heading: 'Paid',
      figure: true,
      total: formatPounds(sums.paidPence, { sums: true }),
      cell: money(({ totalPaid }) => totalPaid),
    },
    {
      heading: 'Unpaid',
      figure: true,
      total: formatPounds(sums.unpaidPence, { sums: true }),
      cell: money(({ unpaidCommission }) => unpaidCommission),
    },
    // Refunds after a payment: without this column Total less Paid would not be Unpaid.
    ...(sums.overpaidPence === zeroPence
      ? []
      : [
          {
            heading: 'Overpaid',
            figure: true,
            total: formatPounds(sums.overpaidPence, { sums: true }),
            cell: money(({ overpaidCommission }) => overpaidCommission),
          },
        ]),
  ]
}

type RefererToolsProps = {
  words: string
  order: RefererOrder
  shown: ReferersShown
  found: number
  onWordsChange: (words: string) => void
  onOrderChange: (order: RefererOrder) => void
  onShownChange: (shown: ReferersShown) => void
}

/** Search, choice and order, where the list is longer than a screen. */
function RefererTools(props: RefererToolsProps) {
  const { words, order, shown, found, onWordsChange, onOrderChange, onShownChange } = props
  return (
    <div className="grid-auto admin-tools">
      <TextField
        label="Find a referer"
        type="search"
        autoComplete="off"
        placeholder="Name, code or email"
        value={words}
        onChange={(event) => onWordsChange(event.target.value)}
        after={
          <span className="small quiet" role="status">
            {found === 1 ? '1 referer' : `${found.toLocaleString('en-GB')} referers`}
          </span>
        }
      />
      <Field label="Show">
        <Select
          value={shown}
          onChange={({ target }) => isReferersShown(target.value) && onShownChange(target.value)}
        >
          {Object.entries(REFERERS_SHOWN).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Order">
        <Select
          value={order}
          onChange={({ target }) => isRefererOrder(target.value) && onOrderChange(target.value)}
        >
          {Object.entries(REFERER_ORDERS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
