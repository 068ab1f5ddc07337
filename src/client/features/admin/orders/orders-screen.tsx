import { keepPreviousData } from '@tanstack/react-query'
import { ReceiptText, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { CursorPager } from '#client/features/admin/parts/pager.tsx'
import { formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { TableToCome } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { ORDERS_SHOWN, type OrdersShown, type StudentRowOutput } from '#shared/schemas/admin-orders.ts'
import { OrdersTable } from './orders-table.tsx'

export function OrdersScreen() {
  return (
    <AdminFrame title={orderAdminMessages.title}>
      <OrdersList />
    </AdminFrame>
  )
}

/** The list and the search. What is shown is in the address: the way back from an order leads to the same list. */
function OrdersList() {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const shown = shownOf(params.get('show'))
  const cursor = params.get('after')
  const list = trpc.admin.orders.search.useQuery(
    { words: search, shown, cursor },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )

  function show(next: { search: string; shown: OrdersShown; after?: string | null }) {
    setParams({
      ...(next.search && { q: next.search }),
      ...(next.shown !== 'all' && { show: next.shown }),
      ...(next.after && { after: next.after }),
    })
  }

  return (
    <section className="orders-desk" aria-label="Orders">
      <OrdersTools
        search={search}
        shown={shown}
        isBusy={list.isFetching}
        onSearch={(next) => show({ search: next, shown })}
        onShow={(next) => show({ search, shown: next })}
      />
      <Fetched query={list} skeleton={<TableToCome rows={8} />} showsEveryError>
        {({ orders, students, hasMoreStudents, nextCursor }) => (
          <>
            {students.length > 0 && <OrdersStudents students={students} hasMore={hasMoreStudents} />}
            {orders.length > 0 && (
              <>
                {students.length > 0 && <h2 className="admin-heading">Orders found</h2>}
                <OrdersTable orders={orders} />
              </>
            )}
            {orders.length === 0 && students.length === 0 && (
              <Nothing isSearched={search !== '' || shown !== 'all'} hasOlder={nextCursor !== null} />
            )}
            <CursorPager
              noun="orders"
              cursor={cursor}
              nextCursor={nextCursor}
              onCursorChange={(after) => show({ search, shown, after })}
            />
          </>
        )}
      </Fetched>
    </section>
  )
}

function Nothing({ isSearched, hasOlder }: { isSearched: boolean; hasOlder: boolean }) {
  const symbol = <ReceiptText aria-hidden="true" />
  if (!isSearched) {
    return (
      <Empty symbol={symbol} title={orderAdminMessages.noOrders} headingLevel={2}>
        They stand here from the first checkout on.
      </Empty>
    )
  }
  return (
    <Empty
      symbol={symbol}
      title={orderAdminMessages.noneFound}
      headingLevel={2}
      action={
        <Button size="sm" asChild>
          <Link to={paths.adminOrders}>All orders</Link>
        </Button>
      }
    >
      {hasOlder
        ? 'Many share this word, and the newest orders have none of it. Older orders may.'
        : 'Words are found by how they begin: the start of a name, of an address or of its domain.'}
    </Empty>
  )
}

function shownOf(text: string | null): OrdersShown {
  return ORDERS_SHOWN.find((shown) => shown === text) ?? 'all'
}

const NAMES: Record<OrdersShown, string> = {
  all: 'All orders',
  paid: 'Paid',
  returned: 'Refunded or disputed',
  unpaid: 'Not paid',
}

type OrdersToolsProps = {
  search: string
  shown: OrdersShown
  isBusy: boolean
  onSearch: (search: string) => void
  onShow: (shown: OrdersShown) => void
}

function OrdersTools({ search, shown, isBusy, onSearch, onShow }: OrdersToolsProps) {
  const [typed, setTyped] = useState(search)
  const [shownSearch, setShownSearch] = useState(search)
  if (shownSearch !== search) {
    setShownSearch(search)
    setTyped(search)
  }
  return (
    <div className="orders-tools">
      <form
        className="orders-search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <Field label={orderAdminMessages.searchLabel} hint={orderAdminMessages.searchHint}>
          <Input
            type="search"
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button type="submit" loading={isBusy && typed.trim() === search && search !== ''}>
          <Search aria-hidden="true" />
          Find
        </Button>
      </form>
      <ListChoice
        label="Show"
        value={shown}
        options={ORDERS_SHOWN.map((name) => [name, NAMES[name]] as const)}
        onChange={onShow}
      />
    </div>
  )
}

type OrdersStudentsProps = { students: readonly StudentRowOutput[]; hasMore: boolean }

function OrdersStudents({ students, hasMore }: OrdersStudentsProps) {
  return (
    <div className="orders-students">
      <h2 className="admin-heading">Students</h2>
      <DataTable
        caption="Students"
        rows={students}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Student',
            rowHeading: true,
            cell: ({ id, username, email }) => (
              <span className="orders-person">
                <Link className="link" to={paths.adminStudent(id)}>
                  {username}
                </Link>
                <span className="row-aside">
                  <EmailText email={email} />
                </span>
              </span>
            ),
          },
          {
            heading: 'Registered',
            cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span>,
          },
          { heading: 'Paid orders', figure: true, cell: ({ orderCount }) => orderCount },
          {
            heading: 'Email',
            cell: ({ isVerified }) => (
              <Status kind={isVerified ? 'done' : 'pending'}>
                {isVerified ? 'Confirmed' : 'Not confirmed'}
              </Status>
            ),
          },
        ]}
      />
      {hasMore && (
        <p className="list-note small quiet">There are more. Type more of the name or the address.</p>
      )}
    </div>
  )
}
