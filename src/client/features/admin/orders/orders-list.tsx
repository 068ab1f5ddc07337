import { keepPreviousData } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { CursorPager } from '#client/features/admin/parts/pager.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Loading } from '#client/ui/skeleton.tsx'
import { TableToCome } from '#client/ui/table-skeleton.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { ORDERS_SHOWN, type OrdersShown } from '#shared/schemas/admin-orders.ts'
import { OrdersStudents } from './orders-students.tsx'
import { OrdersTable } from './orders-table.tsx'
import { OrdersTools } from './orders-tools.tsx'

/** The list and the search. What is shown is in the address: the way back from an order leads to the same list. */
export function OrdersList() {
  const [params, setParams] = useSearchParams()
  const words = params.get('q') ?? ''
  const shown = shownOf(params.get('show'))
  const cursor = params.get('after')
  const list = trpc.admin.orders.search.useQuery(
    { words, shown, cursor },
    { placeholderData: keepPreviousData, staleTime: 0 },
  )

  function show(next: { words: string; shown: OrdersShown; after?: string | null }) {
    setParams({
      ...(next.words && { q: next.words }),
      ...(next.shown !== 'all' && { show: next.shown }),
      ...(next.after && { after: next.after }),
    })
  }

  return (
    <section className="orders-desk" aria-label="Orders">
      <OrdersTools
        words={words}
        shown={shown}
        isBusy={list.isFetching}
        onSearch={(next) => show({ words: next, shown })}
        onShow={(next) => show({ words, shown: next })}
      />
      {list.isError && <FailedPart query={list} />}
      {list.isPending && (
        <Loading label={networkMessages.loading}>
          <TableToCome rows={8} />
        </Loading>
      )}
      {list.data && (
        <>
          {list.data.students.length > 0 && (
            <OrdersStudents students={list.data.students} hasMore={list.data.hasMoreStudents} />
          )}
          {list.data.orders.length > 0 && (
            <>
              {list.data.students.length > 0 && <h2 className="admin-heading">Orders found</h2>}
              <OrdersTable orders={list.data.orders} />
            </>
          )}
          {list.data.orders.length === 0 && list.data.students.length === 0 && (
            <Nothing isSearched={words !== '' || shown !== 'all'} hasOlder={list.data.nextCursor !== null} />
          )}
          <CursorPager
            noun="orders"
            cursor={cursor}
            nextCursor={list.data.nextCursor}
            onCursorChange={(after) => show({ words, shown, after })}
          />
        </>
      )}
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
