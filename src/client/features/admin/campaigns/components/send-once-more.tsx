import { useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { TextButton } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { bulkEmailMessages as words } from '#shared/messages/campaigns.ts'

type SendOnceMoreProps = { campaignId: string; id: string; address: string }

/** For a recipient whose mail may have arrived: an admin decides. */
export function SendOnceMore({ campaignId, id, address }: SendOnceMoreProps) {
  const [isAsking, setAsking] = useState(false)
  const send = useAdminMutation({
    area: 'campaigns',
    act: ({ campaigns }, input: { id: string; recipientIds: string[] }) =>
      campaigns.resendUnknown.mutate(input),
    done: ({ affected }) => ({ title: words.retried(affected), tone: 'good' }),
    failed: words.actFailed,
    onDone: () => setAsking(false),
  })
  return (
    <>
      {' '}
      <TextButton aria-label={`Send once more to ${address}`} onClick={() => setAsking(true)}>
        Send once more
      </TextButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
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
