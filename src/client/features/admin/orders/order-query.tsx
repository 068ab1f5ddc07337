import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { paths } from '#client/site/paths.ts'
import { Stack } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

type OrderQueryProps<Data> = Pick<ComponentProps<typeof Fetched<Data>>, 'query' | 'children'>

/** The way from one order or student to all. */
export function AllOrders() {
  return (
    <Link className="link no-print" to={paths.adminOrders}>
      All orders
    </Link>
  )
}

export function OrderQuery<Data>(props: OrderQueryProps<Data>) {
  return (
    <div className="order-page">
      <Fetched
        {...props}
        className="order-query-state"
        skeleton={
          <Stack className="order-query-state">
            <Skeleton height="title" width="narrow" />
            <Skeleton height="picture" />
            <Skeleton height="picture" />
          </Stack>
        }
      />
    </div>
  )
}
