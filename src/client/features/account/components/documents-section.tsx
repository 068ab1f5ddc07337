import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import { SECTIONS } from '#client/features/account/sections.ts'
import { PAPER_KINDS, PaperButton } from '#client/lib/document-button.tsx'
import { errorText } from '#client/lib/error-text.ts'
import { formatDay, formatPrice } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { papersMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { AccountSection } from './section.tsx'

/** Every invoice and credit note, to download again. */
export function PapersSection({ userId }: { userId: string }) {
  const orders = trpc.checkout.orders.useQuery()
  const papers = (orders.data ?? []).flatMap((order) =>
    order.papers.map((paper) => ({ ...paper, films: order.films.map(({ title }) => title).join(', ') })),
  )
  return (
    <AccountSection {...SECTIONS.papers}>
      {orders.isPending && (
        <Loading label="Your invoices are being fetched">
          <Skeleton height="thumb" />
        </Loading>
      )}
      {orders.isError && (
        <Note
          tone="bad"
          title={papersMessages.loadFailed}
          actions={<Button onClick={() => void orders.refetch()}>Try again</Button>}
        >
          {errorText(orders.error, networkMessages.failed)}
        </Note>
      )}
      {orders.isSuccess && papers.length === 0 && (
        <Empty
          symbol={<FileText aria-hidden="true" />}
          title={papersMessages.none}
          action={
            <Button asChild>
              <Link to={paths.videos}>See the films</Link>
            </Button>
          }
        >
          One comes by email with every order, and stands here from then on.
        </Empty>
      )}
      {papers.length > 0 && (
        <DataTable
          caption="Your invoices and credit notes"
          rows={papers}
          rowKey={({ id }) => id}
          columns={[
            {
              heading: 'Number',
              rowHeading: true,
              cell: ({ number, kind }) => (
                <>
                  <span className="code">{number}</span>{' '}
                  <span className="second-line">{PAPER_KINDS[kind]}</span>
                </>
              ),
            },
            {
              heading: 'Date',
              cell: ({ date }) => <span className="figure">{formatDay(date)}</span>,
            },
            { heading: 'Films', wideOnly: true, cell: ({ films }) => films },
            { heading: 'Total', figure: true, cell: ({ total }) => formatPrice(total, { sums: true }) },
            {
              heading: 'Download',
              hideHeading: true,
              cell: (paper) => <PaperButton userId={userId} paper={paper} />,
            },
          ]}
        />
      )}
    </AccountSection>
  )
}
