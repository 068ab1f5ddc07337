import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import {
  adminDashboardMessages,
  quarterSalesMessages as copy,
  quarterSalesMessages,
} from '#shared/messages/admin.ts'
import { reportMessages } from '#shared/messages/reports.ts'
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
      <p>
        <Link className="link" to={paths.adminStatement(clubId, quarterYear)}>
          {reportMessages.openStatement}
        </Link>
      </p>
    </Dialog>
  )
}

function Sales({ clubId, quarterYear }: { clubId: string; quarterYear: string }) {
  // Sold since it was last looked at: asked again on every opening.
  const sales = trpc.admin.reports.quarterlyDetails.useQuery({ clubId, quarterYear }, { staleTime: 0 })
  const entries = trpc.admin.reports.quarterEntries.useQuery({ clubId, quarterYear }, { staleTime: 0 })
  return (
    <Fetched query={sales} skeleton={<Skeleton height="picture" />}>
      {(sold) => (
        <Fetched query={entries} skeleton={<Skeleton height="picture" />}>
          {(written) => <SalesAndEntries sales={sold} entries={written} />}
        </Fetched>
      )}
    </Fetched>
  )
}

type SalesAndEntriesProps = { sales: readonly QuarterSaleOutput[]; entries: readonly QuarterEntryOutput[] }

/** What was only earned stands in the sales already. */
function SalesAndEntries({ sales, entries }: SalesAndEntriesProps) {
  const showsEntries = sales.length === 0 || entries.some(({ kind }) => kind !== 'earned')
  if (sales.length === 0 && entries.length === 0) {
    return <Empty symbol={<ReceiptText aria-hidden="true" />} title={adminDashboardMessages.noSales} />
  }
  return (
    <>
      {sales.length > 0 && (
        <DataTable
          caption={quarterSalesMessages.title}
          rows={sales}
          rowKey={({ id }) => id}
          columns={columnsFor(sales)}
        />
      )}
      {showsEntries && <QuarterEntries entries={entries} />}
    </>
  )
}

/** A sale is an order, as where the quarter is listed; each of its videos has a row here. */
function salesLabel(sales: readonly QuarterSaleOutput[]): string {
  const orders = new Set(sales.map(({ orderId }) => orderId)).size
  const label = orders === 1 ? '1 sale' : `${orders} sales`
  return orders === sales.length ? label : `${sales.length} items in ${label}`
}

function columnsFor(sales: readonly QuarterSaleOutput[]): Column<QuarterSaleOutput>[] {
  const [date, customer, video, original, discount, final, commission] = quarterSalesMessages.columns
  const money = (heading: string, pick: (sale: QuarterSaleOutput) => string): Column<QuarterSaleOutput> => ({
    heading,
    figure: true,
    cell: (sale) => formatSum(pick(sale)),
    total: formatPounds(sumPence(sales.map((sale) => parsePounds(pick(sale)))), { sums: true }),
  })
  return [
    { heading: date, cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span> },
    {
      heading: customer,
      rowHeading: true,
      total: salesLabel(sales),
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
      cell: ({ cardFee, cardFeeIsEstimate }) => `${cardFeeIsEstimate ? '~' : ''}${formatSum(cardFee)}`,
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

function QuarterEntries({ entries }: { entries: readonly QuarterEntryOutput[] }) {
  return (
    <DataTable
      caption={copy.entriesTitle}
      showCaption
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        {
          heading: 'Date',
          cell: ({ writtenAt }) => <span className="figure">{formatShortDay(writtenAt)}</span>,
        },
        { heading: 'What', rowHeading: true, total: 'All of it', cell: ({ kind }) => copy.entryKinds[kind] },
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
          cell: ({ amount }) => formatSum(amount),
        },
      ]}
    />
  )
}
