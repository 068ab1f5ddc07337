import type { CampaignForm } from '#client/features/admin/campaigns/campaign-form.ts'
import { AUDIENCES, peopleWords } from '#client/features/admin/campaigns/campaign-labels.ts'
import type { Audience } from '#client/features/admin/campaigns/use-audience.ts'
import { RuledList } from '#client/ui/detail-list.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { bulkEmailMessages as words } from '#shared/messages/campaigns.ts'

type SendDialogProps = {
  form: CampaignForm
  audience: Audience
  loading: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The last look: what goes to whom, and who of a list gets nothing. */
export function SendDialog({ form, audience, loading, onConfirm, onClose }: SendDialogProps) {
  const { count, list } = audience
  const repeated = list?.repeated.length ?? 0
  const suppressed = list?.suppressed.length ?? 0
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={count === null ? 'Send it?' : `Send to ${peopleWords(count)}?`}
      confirmText={count === null ? 'Send' : words.send(count)}
      loading={loading}
      onConfirm={onConfirm}
    >
      <RuledList
        details={[
          { label: 'Subject', value: <span className="campaign-value">{form.subject}</span> },
          { label: 'Recipients', value: AUDIENCES[form.recipients] },
          ...(form.recipients === 'custom' && form.basis
            ? [{ label: 'Basis', value: <span className="campaign-value">{form.basis}</span> }]
            : []),
          ...(repeated > 0 ? [{ label: 'Written twice', value: `${repeated}, one email each` }] : []),
          ...(suppressed > 0 ? [{ label: 'Left out', value: `${suppressed} who said no` }] : []),
        ]}
      />
      <p className="campaign-question">
        Nobody can take an email back. While it goes out you can pause it, or cancel what has not gone.
      </p>
    </ConfirmDialog>
  )
}
