import { isWritten } from '#client/features/admin/campaigns/campaign-form.ts'
import type { Campaign } from '#client/features/admin/campaigns/use-campaign.ts'
import { formatMinute } from '#client/lib/format.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'

/** Whether what is written is safe. */
export function DraftState({ campaign: { draft, values, isKept, keep } }: { campaign: Campaign }) {
  if (draft.error !== null && !isKept) {
    return (
      <Note
        tone="bad"
        title="Not saved"
        actions={<Button onClick={() => void keep()}>Save as a draft</Button>}
      >
        {draft.error}
      </Note>
    )
  }
  if (!isWritten(values)) return null
  return (
    <p className="quiet small">
      {isKept && draft.savedAt ? `Draft saved on ${formatMinute(draft.savedAt)}.` : 'Saving as a draft…'}
    </p>
  )
}
