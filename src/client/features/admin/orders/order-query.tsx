import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { failureText } from '#client/features/admin/parts/failure.tsx'
import { errorStatus } from '#client/lib/error-text.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { networkMessages } from '#shared/messages/site.ts'

type Query<Data> = { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown }

/** A screen of the orders desk while it is fetched, and when it cannot be had. */
export function OrderQuery<Data>({
  query,
  children,
}: {
  query: Query<Data>
  children: (data: Data) => ReactNode
}) {
  return (
    <div className="order-page">
      <Link className="link no-print" to={paths.adminOrders}>
        All orders
      </Link>
      {query.data !== undefined && children(query.data)}
      {query.data === undefined && query.isError && (
        <Note
          className="order-query-state"
          tone="bad"
          actions={
            errorStatus(query.error) !== 404 && (
              <Button onClick={() => void query.refetch()}>Try again</Button>
            )
          }
        >
          {failureText(query.error, networkMessages.failed)}
        </Note>
      )}
      {query.data === undefined && !query.isError && (
        <Loading label={networkMessages.loading}>
          <Stack className="order-query-state">
            <Skeleton height="title" width="narrow" />
            <Skeleton height="picture" />
            <Skeleton height="picture" />
          </Stack>
        </Loading>
      )}
    </div>
  )
}
