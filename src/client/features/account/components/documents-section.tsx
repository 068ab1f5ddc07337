import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { SECTIONS } from '#client/features/account/sections.ts'
import { DOCUMENT_KINDS, DocumentButton } from '#client/lib/document-button.tsx'
import { errorText } from '#client/lib/error-text.ts'
import { formatDay, formatPrice } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { documentsMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { AccountSection } from './section.tsx'

/** Every invoice and credit note, to download again. */
export function DocumentsSection({ userId }: { userId: string }) {
  const orders = trpc.checkout.orders.useQuery()
  const documents = (orders.data ?? []).flatMap((order) =>
    order.documents.map((document) => ({
      ...document,
      videos: order.videos.map(({ title }) => title).join(', '),
    })),
  )
  return (
    <AccountSection {...SECTIONS.documents}>
      {orders.isPending && (
        <Loading label="Your invoices are being fetched">
          <Skeleton height="thumb" />
        </Loading>
      )}
      {orders.isError && (
        <Note
          tone="bad"
          title={documentsMessages.loadFailed}
          actions={<Button onClick={() => void orders.refetch()}>Try again</Button>}
        >
          {errorText(orders.error, networkMessages.failed)}
        </Note>
      )}
      {orders.isSuccess && documents.length === 0 && (
        <Empty
          symbol={<FileText aria-hidden="true" />}
          title={documentsMessages.none}
          action={
            <Button asChild>
              <Link to={paths.videos}>See the films</Link>
            </Button>
          }
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
              cell: ({ number, kind }) => (
                <>
                  <span className="code">{number}</span>{' '}
                  <span className="second-line">{DOCUMENT_KINDS[kind]}</span>
                </>
              ),
            },
            {
              heading: 'Date',
              cell: ({ date }) => <span className="figure">{formatDay(date)}</span>,
            },
            { heading: 'Films', wideOnly: true, cell: ({ videos }) => videos },
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
