import { useState } from 'react'
import type { z } from 'zod'
import { type CampaignSummary, RECIPIENT_STATES } from '#client/features/admin/campaigns/campaign-labels.ts'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Status } from '#client/ui/status.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import {
  type campaignRecipientsOutput,
  type RecipientState,
  recipientState,
} from '#shared/schemas/campaigns.ts'

type Recipient = z.output<typeof campaignRecipientsOutput>['recipients'][number]
type CampaignRecipientsProps = Pick<CampaignSummary, 'id' | 'status'>

const AGAIN_MS = 2_000

export function CampaignRecipients({ id, status }: CampaignRecipientsProps) {
  const [state, setState] = useState<RecipientState | ''>('')
  const list = trpc.admin.campaigns.recipients.useInfiniteQuery(
    { id, state: state || null, limit: 50 },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      staleTime: 0,
      refetchInterval: status === 'sending' ? AGAIN_MS : false,
    },
  )
  const recipients = list.data?.pages.flatMap((page) => page.recipients) ?? []
  return (
    <section className="campaign-recipients" aria-label="Each recipient">
      <ListChoice
        label="Show recipients"
        value={state}
        options={[
          ['', 'All of them'],
          ...recipientState.options.map((name) => [name, RECIPIENT_STATES[name].label] as const),
        ]}
        onChange={setState}
      />
      <Fetched query={list} showsEveryError>
        {() =>
          recipients.length === 0 ? (
            <p className="quiet">None of them.</p>
          ) : (
            <DataTable
              caption="Recipients"
              rows={recipients}
              rowKey={(recipient) => recipient.id}
              columns={columnsFor(id)}
            />
          )
        }
      </Fetched>
      {list.hasNextPage && (
        <Button size="sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          More recipients
        </Button>
      )}
    </section>
  )
}

function columnsFor(campaignId: string): readonly Column<Recipient>[] {
  return [
    {
      heading: 'Address',
      rowHeading: true,
      cell: ({ address }) => <span className="campaign-value">{address}</span>,
    },
    {
      heading: 'State',
      cell: ({ state }) => <Status {...RECIPIENT_STATES[state]} />,
    },
    {
      heading: 'What happened',
      cell: (recipient) => (
        <span className="campaign-value">
          {happened(recipient)}
          {recipient.state === 'unknown' && (
            <SendOnceMore campaignId={campaignId} id={recipient.id} address={recipient.address} />
          )}
        </span>
      ),
    },
  ]
}

function happened({ state, attempts, error, sentAt, nextAttemptAt }: Recipient): string {
  if (sentAt) return formatMinute(sentAt)
  if (state === 'suppressed') return copy.saidNo
  const tries = attempts > 1 ? [`${attempts} tries`] : []
  const next = state === 'queued' && nextAttemptAt ? [`next on ${formatMinute(nextAttemptAt)}`] : []
  return [...(error ? [error] : []), ...tries, ...next].join('; ')
}

type SendOnceMoreProps = { campaignId: string; id: string; address: string }

/** For a recipient whose mail may have arrived: an admin decides. */
function SendOnceMore({ campaignId, id, address }: SendOnceMoreProps) {
  const [isConfirming, setConfirming] = useState(false)
  const send = useAdminMutation({
    area: 'campaigns',
    act: ({ campaigns }, input: { id: string; recipientIds: string[] }) =>
      campaigns.resendUnknown.mutate(input),
    done: ({ affected }) => ({ title: copy.retried(affected), tone: 'good' }),
    failed: copy.actFailed,
    onDone: () => setConfirming(false),
  })
  return (
    <>
      {' '}
      <TextButton aria-label={`Send once more to ${address}`} onClick={() => setConfirming(true)}>
        Send once more
      </TextButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Send it once more?"
        confirmText="Send once more"
        loading={send.isPending}
        onConfirm={() => send.mutate({ id: campaignId, recipientIds: [id] })}
      >
        The connection ended while the mail to {address} was handed over. They may have it already, and would
        then get it twice.
      </ConfirmDialog>
    </>
  )
}
