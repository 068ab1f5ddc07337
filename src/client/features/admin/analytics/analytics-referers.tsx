import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { SearchField } from '#client/features/admin/parts/search-field.tsx'
import { formatSum } from '#client/lib/format.ts'
import { Empty } from '#client/ui/empty.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import { findReferers, REFERER_ORDERS, type RefererOrder } from './revenue.ts'

type Referer = RevenueAnalyticsOutput['clubValueComparison'][number]

/** From here on a list is searched, not read. */
const MANY = 8

export function AnalyticsReferers({ referers }: { referers: readonly Referer[] }) {
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<RefererOrder>('revenue')
  const sought = useDeferredValue(search)
  const found = findReferers(referers, { search: sought, order })
  return (
    <section aria-labelledby="clubs-heading">
      <h3 id="clubs-heading" className="admin-heading">
        By club
      </h3>
      {referers.length >= MANY && (
        <div className="grid-auto admin-tools">
          <SearchField
            label="Find a club"
            search={search}
            onSearchChange={setSearch}
            found={found.length}
            noun="club"
          />
          <ListChoice label="Order of the clubs" value={order} options={REFERER_ORDERS} onChange={setOrder} />
        </div>
      )}
      {found.length === 0 ? (
        <Empty
          symbol={<Users aria-hidden="true" />}
          title={referers.length === 0 ? 'Nothing was sold with a code' : adminDashboardMessages.noReferers}
          headingLevel={4}
        />
      ) : (
        <>
          <PagedTable
            key={sought}
            pagesLabel="Pages of clubs"
            pageSize={5}
            caption="Revenue by club"
            rows={found}
            rowKey={({ clubId }) => clubId}
            columns={[
              { heading: 'Club', rowHeading: true, cell: ({ clubName }) => clubName },
              {
                heading: 'Customers',
                figure: true,
                cell: ({ customerCount }) => customerCount.toLocaleString('en-GB'),
              },
              { heading: 'Revenue', figure: true, cell: ({ totalRevenue }) => formatSum(totalRevenue) },
              { heading: 'Commission', figure: true, cell: (row) => formatSum(row.commissionGenerated) },
            ]}
          />
          <p className="list-note small quiet">
            Customers are all who used the club’s code. New customers, on whose first order it earns
            commission, stand in the Referers Summary.
          </p>
        </>
      )}
    </section>
  )
}
