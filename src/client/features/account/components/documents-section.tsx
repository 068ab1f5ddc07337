import { FileText } from 'lucide-react'
import { DOCUMENT_KINDS, DocumentButton } from '#client/lib/document-button.tsx'
import { formatDay, formatPrice } from '#client/lib/format.ts'
import { LoadError } from '#client/lib/load-error.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { OrderLink } from '#client/site/order-link.tsx'
import { paths } from '#client/site/paths.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { documentsMessages } from '#shared/messages/account.ts'
import { AccountSection, SECTIONS } from './section.tsx'

/** Every invoice and credit note, to download again. */
export function DocumentsSection({ userId }: { userId: string }) {
  const orders = trpc.checkout.orders.useQuery()
  const documents = (orders.data ?? []).flatMap((order) =>
    order.documents.map((document) => ({
      ...document,
      orderId: order.id,
      request: order.request,
      videos: order.videos.map(({ title }) => title).join(', '),
    })),
  )
  return (
    <AccountSection {...SECTIONS.documents}>
      {orders.isPending && (
        <Loading label="Your invoices are being fetched">
          <Skeleton height="picture" />
        </Loading>
      )}
      {orders.isError && <LoadError query={orders} title={documentsMessages.loadFailed} />}
      {orders.isSuccess && documents.length === 0 && (
        <Empty
          symbol={<FileText aria-hidden="true" />}
          title={documentsMessages.none}
          action={<LinkButton to={paths.videos}>See the films</LinkButton>}
        >
          One comes by email with every order, and stands here from then on.
        </Empty>
      )}
      {documents.length > 0 && (
        <DataTable
          caption="Your invoices and credit notes"
          rows={documents}
          rowKey={({ id }) => id}
          columns={[
            {
              heading: 'Number',
              rowHeading: true,
              cell: ({ number, kind, orderId, request }) => (
                <>
                  <span className="code">{number}</span>{' '}
                  <span className="second-line">{DOCUMENT_KINDS[kind]}</span>{' '}
                  {kind === 'invoice' && (
                    <OrderLink to={paths.order(orderId)} of={number} request={request} />
                  )}
                </>
              ),
            },
            {
              heading: 'Date',
              cell: ({ date }) => <span className="figure">{formatDay(date)}</span>,
            },
            { heading: 'Films', cell: ({ videos }) => videos },
            { heading: 'Total', figure: true, cell: ({ total }) => formatPrice(total, { sums: true }) },
            {
              heading: 'Download',
              hideHeading: true,
              cell: (document) => <DocumentButton userId={userId} document={document} />,
            },
          ]}
        />
      )}
    </AccountSection>
  )
}
