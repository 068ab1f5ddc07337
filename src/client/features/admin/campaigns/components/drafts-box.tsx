import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { fromDraft } from '#client/features/admin/campaigns/campaign-form.ts'
import type { Campaign } from '#client/features/admin/campaigns/use-campaign.ts'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'
import { bulkEmailMessages as copy } from '#shared/messages/campaigns.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { draftsOutput } from '#shared/schemas/campaigns.ts'

export function DraftsBox({ campaign }: { campaign: Campaign }) {
  const drafts = trpc.admin.campaigns.drafts.useQuery(undefined, { staleTime: 0 })
  return (
    <section className="box campaign-box" aria-labelledby="mailing-drafts">
      <div className="campaign-box-head">
        <h2 id="mailing-drafts">Drafts</h2>
        {campaign.draft.id !== null && (
          <Button size="sm" onClick={() => void campaign.keep().then(campaign.clear)}>
            Begin a new one
          </Button>
        )}
      </div>
      <Fetched query={drafts} showsEveryError>
        {(rows) =>
          rows.length === 0 ? (
            <p className="quiet">None. What you write is kept here until you send it.</p>
          ) : (
            <ul className="campaign-drafts">
              {rows.map((draft) => (
                <DraftRow key={draft.id} draft={draft} campaign={campaign} />
              ))}
            </ul>
          )
        }
      </Fetched>
    </section>
  )
}

type DraftRowProps = { draft: z.output<typeof draftsOutput>[number]; campaign: Campaign }

function DraftRow({ draft: { id, subject, savedAt }, campaign }: DraftRowProps) {
  const [isConfirming, setConfirming] = useState(false)
  const utils = trpc.useUtils()
  const name = subject || 'No subject yet'
  const isOpen = id === campaign.draft.id

  const open = useMutation({
    mutationKey: [['admin', 'campaigns']],
    async mutationFn() {
      await campaign.keep()
      return utils.client.admin.campaigns.draft.query({ id })
    },
    onSuccess(draft) {
      const values = fromDraft(draft)
      campaign.begin(values, { id, values, savedAt: draft.savedAt })
    },
    onError(error) {
      toastFailure(networkMessages.failed, error)
      void utils.admin.campaigns.drafts.invalidate()
    },
  })
  const remove = trpc.admin.campaigns.deleteDraft.useMutation({
    onSuccess() {
      toast({ title: copy.draftThrownAway, description: name })
      if (isOpen) campaign.clear()
    },
    onError: (error) => toastFailure(networkMessages.failed, error),
    onSettled() {
      setConfirming(false)
      void utils.admin.campaigns.drafts.invalidate()
    },
  })

  return (
    <li>
      <span className="campaign-draft">
        <strong>{name}</strong>
        <span className="quiet small">{isOpen ? 'Open now' : formatMinute(savedAt)}</span>
      </span>
      <Row>
        {!isOpen && (
          <Button
            size="sm"
            aria-label={`Open the draft ${name}`}
            loading={open.isPending}
            onClick={() => open.mutate()}
          >
            Open
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Throw away the draft ${name}`}
          onClick={() => setConfirming(true)}
        >
          Throw away
        </Button>
      </Row>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Throw this draft away?"
        confirmText="Throw away"
        cancelText="Keep it"
        danger
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      >
        “{name}” is gone then.
      </ConfirmDialog>
    </li>
  )
}
