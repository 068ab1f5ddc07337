import { useLayoutEffect, useRef } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { useOwnedVideoIds } from '#client/site/session/use-ownership.ts'
import { forgetDraft, noteDrafts } from '#client/site/watching/drafts.ts'

/** A student's notes on a video, and what can be done with them. */
export function useNotes({ userId, videoId }: { userId: string; videoId: number }) {
  const utils = trpc.useUtils()
  const notes = trpc.progress.notes.useQuery({ userId, videoId })
  const refresh = {
    onSuccess: () =>
      Promise.all([
        utils.progress.notes.invalidate({ userId, videoId }),
        // It looks through the notes too.
        utils.progress.search.invalidate(),
      ]),
  }
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

/** Opens a video at a second; null where it is closed. */
export function useSeek(videoId: number): ((seconds: number) => void) | null {
  const player = usePlayer()
  const isOpen = useOwnedVideoIds().includes(videoId)
  return isOpen ? (seconds) => player.play(videoId, seconds) : null
}

/** What stands for a list takes the focus that its removed entry had: give what comes back as its `ref`. */
export function useFocusOfRemoved(count: number) {
  const place = useRef<HTMLElement>(null)
  const before = useRef(count)
  // Before the dialog sees that the focus is lost, and takes it.
  useLayoutEffect(() => {
    if (count < before.current && document.activeElement === document.body) place.current?.focus()
    before.current = count
  }, [count])
  return (element: HTMLElement | null) => {
    place.current = element
  }
}
