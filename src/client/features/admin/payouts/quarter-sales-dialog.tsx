import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import {
  adminDashboardMessages,
  quarterSalesMessages,
  quarterSalesMessages as words,
} from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds, parsePounds, sumPence } from '#shared/money/money.ts'
import type { QuarterEntryOutput, QuarterSaleOutput } from '#shared/schemas/admin-reports.ts'

type QuarterSalesDialogProps = { clubId: string; clubName: string; quarterYear: string; onClose: () => void }

/** Every sale with the referer's code in one quarter (requirements §2). */
export function QuarterSalesDialog({ clubId, clubName, quarterYear, onClose }: QuarterSalesDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="video"
      title={quarterSalesMessages.title}
      description={`${clubName}, ${quarterYear}`}
    >
      <Sales clubId={clubId} quarterYear={quarterYear} />
    </Dialog>
  )
}

function Sales({ clubId, quarterYear }: { clubId: string; quarterYear: string }) {
  // Sold since it was last looked at: asked again on every opening.
  const sales = trpc.admin.reports.quarterlyDetails.useQuery({ clubId, quarterYear }, { staleTime: 0 })
  const entries = trpc.admin.reports.quarterEntries.useQuery({ clubId, quarterYear }, { staleTime: 0 })
  if (sales.data && entries.data) {
    // What was only earned stands in the sales already.
    const isMore = sales.data.length === 0 || entries.data.some(({ kind }) => kind !== 'earned')
    const shown = isMore ? entries.data : []
    if (sales.data.length === 0 && shown.length === 0) {
      return <Empty symbol={<ReceiptText aria-hidden="true" />} title={adminDashboardMessages.noSales} />
    }
    return (
      <>
        {sales.data.length > 0 && (
          <DataTable
            caption={quarterSalesMessages.title}
            rows={sales.data}
            rowKey={({ id }) => id}
            columns={columnsFor(sales.data)}
          />
        )}
        {shown.length > 0 && <QuarterEntries entries={shown} />}
      </>
    )
  }
  const failed = [sales, entries].find(({ isError }) => isError)
  if (failed) {
    return <FailedPart query={failed} />
  }
  return (
    <Loading label={networkMessages.loading}>
      <Skeleton height="picture" />
    </Loading>
  )
}

/** A sale is an order, as where the quarter is listed; each of its videos has a row here. */
function saleWords(sales: readonly QuarterSaleOutput[]): string {
  const orders = new Set(sales.map(({ orderId }) => orderId)).size
  const words = orders === 1 ? '1 sale' : `${orders} sales`
  return orders === sales.length ? words : `${sales.length} items in ${words}`
}

function columnsFor(sales: readonly QuarterSaleOutput[]): Column<QuarterSaleOutput>[] {
  const [date, customer, video, original, discount, final, commission] = quarterSalesMessages.columns
  const money = (heading: string, pick: (sale: QuarterSaleOutput) => string): Column<QuarterSaleOutput> => ({
    heading,
    figure: true,
    cell: (sale) => formatPrice(pick(sale), { sums: true }),
    total: formatPounds(sumPence(sales.map((sale) => parsePounds(pick(sale)))), { sums: true }),
  })
  return [
    { heading: date, cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span> },
    {
      heading: customer,
      rowHeading: true,
      total: saleWords(sales),
      cell: ({ username, email }) => (
        <>
          {username}{' '}
          <span className="second-line">
            <EmailText email={email} />
          </span>
        </>
      ),
    },
    {
      heading: video,
      cell: ({ isBundle, videoTitle }) => (isBundle ? 'Complete package' : (videoTitle ?? 'One film')),
    },
    money(original, ({ amount }) => amount),
    money(discount, ({ referralDiscount }) => referralDiscount),
    money(final, ({ finalAmount }) => finalAmount),
    money('Refunded', ({ refundedAmount }) => refundedAmount),
    money('Net', ({ netAmount }) => netAmount),
    {
      ...money('Card fee', ({ cardFee }) => cardFee),
      cell: ({ cardFee, cardFeeIsEstimate }) =>
        `${cardFeeIsEstimate ? '~' : ''}${formatPrice(cardFee, { sums: true })}`,
    },
    {
      heading: 'Percent',
      figure: true,
      cell: ({ commissionPercentage }) => (commissionPercentage === null ? '–' : `${commissionPercentage}%`),
    },
    money(commission, ({ commissionAmount }) => commissionAmount),
    {
      heading: 'Order',
      hideHeading: true,
      cell: ({ orderId, username }) => (
        <Link className="link" to={paths.adminOrder(orderId)} aria-label={`Order of ${username}`}>
          Order
        </Link>
      ),
    },
  ]
}

/** What makes a quarter's figure: earned, taken back and corrected in it, also of sales of an earlier one. */
function QuarterEntries({ entries }: { entries: readonly QuarterEntryOutput[] }) {
  return (
    <DataTable
      caption={words.entriesTitle}
      showCaption
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          heading: 'Date',
          cell: ({ writtenAt }) => <span className="figure">{formatShortDay(writtenAt)}</span>,
        },
        { heading: 'What', rowHeading: true, total: 'All of it', cell: ({ kind }) => words.entryKinds[kind] },
        { heading: 'Why', cell: ({ reason }) => reason ?? '–' },
        {
          heading: 'Order',
          cell: ({ orderId, username }) =>
            orderId === null ? (
              '–'
            ) : (
              <Link className="link" to={paths.adminOrder(orderId)}>
                {username}
              </Link>
            ),
        },
        {
          heading: 'Commission',
          figure: true,
          total: formatPounds(sumPence(entries.map(({ amount }) => parsePounds(amount))), { sums: true }),
          cell: ({ amount }) => formatPrice(amount, { sums: true }),
        },
      ]}
    />
  )
}
