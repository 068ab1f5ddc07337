import { MAIL_STATES } from '#client/features/admin/orders/order-labels.ts'
import { formatMinute } from '#client/lib/format.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Status } from '#client/ui/status.tsx'
import { mailName } from '#shared/mail-names.ts'
import type { MailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderResendButton } from './order-resend-button.tsx'

type OrderMailsProps = { studentId: string; mails: readonly MailOutput[] }

/** What was written to the student, and whether it went out. */
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
              cell: ({ createdAt }) => <span className="figure order-minute">{formatMinute(createdAt)}</span>,
            },
            {
              heading: 'State',
              cell: ({ status }) => (
                <Status kind={MAIL_STATES[status].kind}>{MAIL_STATES[status].words}</Status>
              ),
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
