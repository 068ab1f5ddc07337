import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { networkMessages } from '#shared/messages/site.ts'
import { paths } from '../../../app/paths.ts'
import { errorStatus } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Stack } from '../../../ui/wrap.tsx'
import { failureText } from '../failure-text.ts'

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
          className="mt-4"
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
          <Stack className="mt-4">
            <Skeleton height="title" width="narrow" />
            <Skeleton height="picture" />
            <Skeleton height="picture" />
          </Stack>
        </Loading>
      )}
    </div>
  )
}
