import { formatMinute } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { isWritten } from '../mailing-form.ts'
import type { Mailing } from '../use-mailing.ts'

/** Whether what is written is safe. */
export function DraftState({ mailing: { draft, values, isKept, keep } }: { mailing: Mailing }) {
  if (draft.fault !== null && !isKept) {
    return (
      <Note
        tone="bad"
        title="Not saved"
        actions={<Button onClick={() => void keep()}>Save as a draft</Button>}
      >
        {draft.fault}
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
