import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { DOCUMENT_KINDS, DocumentDownload } from '#client/lib/document-button.tsx'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { Row } from '#client/ui/layout.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderResendButton } from './order-resend-button.tsx'

type Document = OrderDetailOutput['documents'][number]

/** Invoices and credit notes, to download or to send once more with the mail they came in. */
export function OrderDocuments({ detail }: { detail: OrderDetailOutput }) {
  const { documents, mails, student } = detail
  if (documents.length === 0) return null
  return (
    <>
      <h2 className="order-heading">Papers</h2>
      <DataTable
        caption="Papers"
        rows={documents}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Number',
            rowHeading: true,
            cell: ({ number, kind }) => (
              <>
                <span className="code">{number}</span>
                <span className="second-line">{DOCUMENT_KINDS[kind]}</span>
              </>
            ),
          },
          { heading: 'Date', cell: ({ date }) => <span className="figure">{formatShortDay(date)}</span> },
          { heading: 'Total', figure: true, cell: ({ total }) => formatPrice(total, { sums: true }) },
          {
            heading: 'Actions',
            hideHeading: true,
            cell: (document) => {
              const mail = mails.find(
                ({ documentIds, canRepeat }) => canRepeat && documentIds.includes(document.id),
              )
              return (
                <Row className="order-document-actions">
                  {mail && (
                    <OrderResendButton
                      studentId={student.id}
                      outboxId={mail.id}
                      what={`the email with ${document.number}`}
                    />
                  )}
                  <DownloadButton document={document} />
                </Row>
              )
            },
          },
        ]}
      />
    </>
  )
}

function DownloadButton({ document }: { document: Document }) {
  const { client } = trpc.useUtils()
  return (
    <DocumentDownload
      document={document}
      fetchDocument={() => client.admin.orders.document.query({ documentId: document.id })}
      onFailed={(error) => toastFailure(orderAdminMessages.documentFailed, error)}
    />
  )
}
