import { ActButton } from '#client/features/admin/act-button.tsx'
import { MAIL_STATES } from '#client/features/admin/orders/order-labels.ts'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { DOCUMENT_KINDS, DocumentDownload } from '#client/lib/document-button.tsx'
import { formatShortDay, formatShortMinute, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { mailName } from '#shared/mail-names.ts'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { MailOutput, OrderDetailOutput } from '#shared/schemas/admin-orders.ts'

type OrderMailsProps = { studentId: string; mails: readonly MailOutput[] }

export function OrderMails({ studentId, mails }: OrderMailsProps) {
  return (
    <>
      <h2 className="order-heading">Emails</h2>
      {mails.length === 0 ? (
        <p className="quiet">None was written.</p>
      ) : (
        <DataTable
          caption="Emails"
          rows={mails}
          rowKey={({ id }) => id}
          columns={[
            {
              heading: 'Email',
              rowHeading: true,
              cell: ({ template, to, lastError }) => (
                <>
                  {mailName(template)}
                  <span className="second-line">
                    <EmailText email={to} />
                  </span>
                  {lastError && <span className="order-mail-error small">{lastError}</span>}
                </>
              ),
            },
            {
              heading: 'Written',
              cell: ({ createdAt }) => (
                <span className="figure order-minute">{formatShortMinute(createdAt)}</span>
              ),
            },
            {
              heading: 'State',
              cell: ({ status }) => <Status {...MAIL_STATES[status]} />,
            },
            {
              heading: 'Actions',
              hideHeading: true,
              cell: ({ id, template, canRepeat }) =>
                canRepeat && (
                  <OrderResendButton studentId={studentId} outboxId={id} what={`“${mailName(template)}”`} />
                ),
            },
          ]}
        />
      )}
    </>
  )
}

type Document = OrderDetailOutput['documents'][number]

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
          { heading: 'Total', figure: true, cell: ({ total }) => formatSum(total) },
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

type OrderResendButtonProps = {
  studentId: string
  outboxId: string
  /** For those who listen: what is sent again. */
  what: string
}

function OrderResendButton({ studentId, outboxId, what }: OrderResendButtonProps) {
  return (
    <ActButton
      area="orders"
      act={({ orders }) => orders.resendMail.mutate({ studentId, outboxId })}
      done={({ email }) => ({ title: 'Email Sent Again', description: email, tone: 'good' })}
      failed={orderAdminMessages.resendFailed}
      aria-label={`Send ${what} again`}
    >
      Send again
    </ActButton>
  )
}
