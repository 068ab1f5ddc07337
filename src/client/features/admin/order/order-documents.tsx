import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { PAPER_KINDS, PaperDownload } from '#client/lib/document-button.tsx'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { Row } from '#client/ui/layout.tsx'
import { orderDeskMessages } from '#shared/messages/order-admin.ts'
import type { OrderStoryOutput } from '#shared/schemas/admin-orders.ts'
import { OrderResendButton } from './order-resend-button.tsx'

type Paper = OrderStoryOutput['papers'][number]

/** Invoices and credit notes, to download or to send once more with the mail they came in. */
export function OrderPapers({ story }: { story: OrderStoryOutput }) {
  const { papers, mails, student } = story
  if (papers.length === 0) return null
  return (
    <>
      <h2 className="order-heading">Papers</h2>
      <DataTable
        caption="Papers"
        rows={papers}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Number',
            rowHeading: true,
            cell: ({ number, kind }) => (
              <>
                <span className="code">{number}</span>
                <span className="second-line">{PAPER_KINDS[kind]}</span>
              </>
            ),
          },
          { heading: 'Date', cell: ({ date }) => <span className="figure">{formatShortDay(date)}</span> },
          { heading: 'Total', figure: true, cell: ({ total }) => formatPrice(total, { sums: true }) },
          {
            heading: 'Actions',
            hideHeading: true,
            cell: (paper) => {
              const mail = mails.find(
                ({ documentIds, canRepeat }) => canRepeat && documentIds.includes(paper.id),
              )
              return (
                <Row className="order-document-actions">
                  {mail && (
                    <OrderResendButton
                      studentId={student.id}
                      outboxId={mail.id}
                      what={`the email with ${paper.number}`}
                    />
                  )}
                  <DownloadButton paper={paper} />
                </Row>
              )
            },
          },
        ]}
      />
    </>
  )
}

function DownloadButton({ paper }: { paper: Paper }) {
  const { client } = trpc.useUtils()
  return (
    <PaperDownload
      paper={paper}
      fetchPaper={() => client.admin.orders.paper.query({ documentId: paper.id })}
      onFailed={(error) => toastFailure(orderDeskMessages.paperFailed, error)}
    />
  )
}
