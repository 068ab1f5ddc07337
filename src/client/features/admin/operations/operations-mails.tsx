import { ActButton } from '#client/features/admin/act-button.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Row } from '#client/ui/layout.tsx'
import { mailName } from '#shared/mail-names.ts'
import { operationsMessages } from '#shared/messages/operations.ts'
import type { FailedMailsOutput } from '#shared/schemas/operations.ts'
import { OperationsPart } from './operations-part.tsx'

type FailedMail = FailedMailsOutput['mails'][number]

/** Mails the server refused, or that could not leave for four days. */
export function OperationsMails() {
  const mails = trpc.admin.operations.failedMails.useQuery(undefined, { staleTime: 0 })
  return (
    <OperationsPart title={operationsMessages.mails} query={mails} action={<SendWaitingButton />}>
      {(data) => (data.mails.length > 0 ? <FailedMails {...data} /> : <p>{operationsMessages.noMails}</p>)}
    </OperationsPart>
  )
}

/** After a mail server was down: an admin need not wait an hour for the next try. */
function SendWaitingButton() {
  return (
    <ActButton
      area="operations"
      act={({ operations }) => operations.sendWaitingMail.mutate()}
      done={({ count }) => ({
        title: operationsMessages.waitingSent,
        description:
          count === 0 ? 'None waits.' : `${count} ${count === 1 ? 'leaves' : 'leave'} within two minutes.`,
        tone: 'good',
      })}
      failed={operationsMessages.waitingFailed}
    >
      {operationsMessages.sendWaiting}
    </ActButton>
  )
}

function FailedMails({ mails, hasMore }: FailedMailsOutput) {
  return (
    <>
      <DataTable
        caption={operationsMessages.mails}
        rows={mails}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Email',
            rowHeading: true,
            cell: ({ template, to }) => (
              <span className="operations-mail">
                {mailName(template)}
                <span className="small quiet">
                  <EmailText email={to} />
                </span>
              </span>
            ),
          },
          {
            heading: 'Reason',
            cell: ({ reason, mayHaveArrived, canRetry }) => (
              <span className="table-text">
                {mayHaveArrived && 'It may have arrived. '}
                {reason || (mayHaveArrived ? '' : 'Not known')}
                {!canRetry && <span className="second-line">Its link or code has run out.</span>}
              </span>
            ),
          },
          { heading: 'Written', cell: ({ createdAt }) => formatMinute(createdAt) },
          {
            heading: 'Act',
            hideHeading: true,
            cell: (mail) => (
              <Row>
                {mail.canRetry && <RetryMailButton mail={mail} />}
                <DismissMailButton mail={mail} />
              </Row>
            ),
          },
        ]}
      />
      {hasMore && <p className="list-note small quiet">The newest fifty. There are more.</p>}
    </>
  )
}

function RetryMailButton({ mail: { id, template, to } }: { mail: FailedMail }) {
  return (
    <ActButton
      area="operations"
      act={({ operations }) => operations.retryMail.mutate({ id })}
      done={() => ({ title: operationsMessages.mailRetried, description: to, tone: 'good' })}
      failed={operationsMessages.mailRetryFailed}
      aria-label={`Send ${mailName(template)} to ${to} again`}
    >
      Send again
    </ActButton>
  )
}

/** It did arrive, or is not needed any more. */
function DismissMailButton({ mail: { id, template, to } }: { mail: FailedMail }) {
  return (
    <ActButton
      area="operations"
      act={({ operations }) => operations.dismissMail.mutate({ id })}
      done={() => ({ title: operationsMessages.mailDismissed, description: to, tone: 'good' })}
      failed={operationsMessages.mailDismissFailed}
      aria-label={`Done: ${mailName(template)} to ${to}`}
    >
      Done
    </ActButton>
  )
}
