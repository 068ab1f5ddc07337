import { trpc } from '#client/lib/trpc.ts'
import { forgetDraft, noteDrafts } from '#client/site/watching/drafts.ts'

/** A student's notes on a video, and what can be done with them. */
export function useNotes({ userId, videoId }: { userId: string; videoId: number }) {
  const utils = trpc.useUtils()
  const notes = trpc.progress.notes.useQuery({ userId, videoId })
  const refresh = { onSuccess: () => utils.progress.notes.invalidate({ userId, videoId }) }
  return {
    notes,
    save: trpc.progress.saveNote.useMutation({
      onSuccess(_, sent) {
        if (sent.id == null) forgetDraft(noteDrafts, sent)
        return refresh.onSuccess()
      },
    }),
    remove: trpc.progress.removeNote.useMutation(refresh),
  }
}
