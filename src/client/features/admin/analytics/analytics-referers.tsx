import { Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { formatPrice } from '#client/lib/format.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Field, Select, TextField } from '#client/ui/field.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { RevenueAnalyticsOutput } from '#shared/schemas/admin-reports.ts'
import { findReferers, isRefererOrder, REFERER_ORDERS, type RefererOrder } from './revenue.ts'

type Referer = RevenueAnalyticsOutput['clubValueComparison'][number]

const REFERERS_A_PAGE = 5
/** From here on a list is searched, not read. */
const MANY = 8

/** What each referer's code brought in, and what it earned by it. */
export function AnalyticsReferers({ referers }: { referers: readonly Referer[] }) {
  const [words, setWords] = useState('')
  const [order, setOrder] = useState<RefererOrder>('revenue')
  const [page, setPage] = useState(0)
  const found = findReferers(referers, { words: useDeferredValue(words), order })
  const { rows, shownPage, lastPage } = pageOf(found, { page, size: REFERERS_A_PAGE })
  const money = (amount: string) => formatPrice(amount, { sums: true })
  return (
    <section aria-labelledby="clubs-heading">
      <h3 id="clubs-heading" className="admin-heading">
        By club
      </h3>
      {referers.length >= MANY && (
        <div className="grid-auto admin-tools">
          <TextField
            label="Find a club"
            type="search"
            autoComplete="off"
            value={words}
            onChange={({ target }) => {
              setWords(target.value)
              setPage(0)
            }}
            after={
              <span className="small quiet" role="status">
                {found.length === 1 ? '1 club' : `${found.length.toLocaleString('en-GB')} clubs`}
              </span>
            }
          />
          <Field label="Order of the clubs">
            <Select
              value={order}
              onChange={({ target }) => isRefererOrder(target.value) && setOrder(target.value)}
            >
              {Object.entries(REFERER_ORDERS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      {rows.length === 0 ? (
        <Empty
          symbol={<Users aria-hidden="true" />}
          title={
            referers.length === 0 ? 'Nothing was sold with a code yet' : adminDashboardMessages.noReferers
          }
          headingLevel={4}
        />
      ) : (
        <DataTable
          caption="Revenue by club"
          rows={rows}
          rowKey={({ clubId }) => clubId}
          columns={[
            { heading: 'Club', rowHeading: true, cell: ({ clubName }) => clubName },
            {
              heading: 'Customers',
              figure: true,
              cell: ({ customerCount }) => customerCount.toLocaleString('en-GB'),
            },
            { heading: 'Revenue', figure: true, cell: ({ totalRevenue }) => money(totalRevenue) },
            {
              heading: 'Commission',
              figure: true,
              cell: ({ commissionGenerated }) => money(commissionGenerated),
            },
          ]}
        />
      )}
      <Pager label="Pages of clubs" page={shownPage} lastPage={lastPage} onPageChange={setPage} />
    </section>
  )
}
