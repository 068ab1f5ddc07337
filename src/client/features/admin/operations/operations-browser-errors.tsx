import { ActButton } from '#client/features/admin/act-button.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { operationsMessages } from '#shared/messages/operations.ts'
import type { BrowserErrorsOutput } from '#shared/schemas/browser-errors.ts'
import { OperationsPart } from './operations-part.tsx'

/** What failed in visitors' browsers, counted; nothing says whose they were. */
export function OperationsBrowserErrors() {
  const errors = trpc.admin.operations.browserErrors.useQuery(undefined, { staleTime: 0 })
  return (
    <OperationsPart title={operationsMessages.browserErrors} query={errors}>
      {(data) =>
        data.errors.length > 0 ? <Errors {...data} /> : <p>{operationsMessages.noBrowserErrors}</p>
      }
    </OperationsPart>
  )
}

function Errors({ errors, hasMore }: BrowserErrorsOutput) {
  return (
    <>
      <DataTable
        caption={operationsMessages.browserErrors}
        rows={errors}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Error',
            rowHeading: true,
            cell: ({ kind, message, place }) => (
              <span className="table-text">
                {kind === 'policy' ? `Refused by the content policy: ${message}` : message}
                <span className="second-line">{place}</span>
              </span>
            ),
          },
          {
            heading: 'Last on',
            cell: ({ page, browser, release }) => (
              <span className="table-text">
                {page}
                <span className="second-line">
                  {browser}
                  {release && `, release ${release}`}
                </span>
              </span>
            ),
          },
          { heading: 'Times', cell: ({ count }) => count.toLocaleString('en-GB') },
          { heading: 'First', cell: ({ firstSeenAt }) => formatMinute(firstSeenAt) },
          { heading: 'Last', cell: ({ lastSeenAt }) => formatMinute(lastSeenAt) },
          {
            heading: 'Act',
            hideHeading: true,
            cell: ({ id, message }) => (
              <ActButton
                area="operations"
                act={({ operations }) => operations.dismissBrowserError.mutate({ id })}
                done={() => ({
                  title: operationsMessages.browserErrorDismissed,
                  description: 'It is listed again when it comes again.',
                  tone: 'good',
                })}
                failed={operationsMessages.mailDismissFailed}
                aria-label={`Dismiss: ${message}`}
              >
                Dismiss
              </ActButton>
            ),
          },
        ]}
      />
      {hasMore && <p className="list-note small quiet">The newest fifty. There are more.</p>}
    </>
  )
}
