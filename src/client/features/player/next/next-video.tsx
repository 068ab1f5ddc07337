import { useEffect, useRef, useState } from 'react'
import { isTextField } from '#client/features/player/parts/keys.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button } from '#client/ui/button.tsx'
import { watchState } from '#shared/progress/progress.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { ProgressOutput } from '#shared/schemas/progress.ts'

/** What comes next, unless the student cancels. */
export function NextOffer({ next }: { next: NextVideo }) {
  const go = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // A note that is being written keeps the focus.
    if (!isTextField(document.activeElement)) go.current?.focus()
  }, [])
  return (
    <section className="screen-notice video-sheet" aria-label="Next film">
      <p className="quiet">Next film</p>
      <h3>{next.playback.title}</h3>
      {next.secondsLeft !== null && (
        <p role="timer" aria-live="off">
          Begins in {next.secondsLeft} {next.secondsLeft === 1 ? 'second' : 'seconds'}.
        </p>
      )}
      <div className="row screen-notice-actions">
        <Button variant="go" ref={go} onClick={next.play}>
          Play now
        </Button>
        <Button onClick={next.cancel}>Cancel</Button>
      </div>
    </section>
  )
}

/** Time to read the offer and to cancel. */
const OFFER_SECONDS = 10

export type NextVideo = {
  playback: PageVideo
  /** Null where it waits for a press, as on phones. */
  secondsLeft: number | null
  play(): void
  cancel(): void
}

/** The next video is offered at the end of one; on desktops it begins by itself unless the student cancels. */
export function useNextVideo(
  { userId, videoId, isAutomatic }: { userId: string; videoId: number; isAutomatic: boolean },
  hasEnded: boolean,
): NextVideo | null {
  const { videos } = usePageData()
  const player = usePlayer()
  const options = { enabled: hasEnded, staleTime: 0 }
  const owned = trpc.progress.videos.useQuery({ userId }, options)
  const progress = trpc.progress.list.useQuery({ userId }, options)
  const [isCancelled, setCancelled] = useState(false)
  const [secondsLeft, setSecondsLeft] = useState(OFFER_SECONDS)

  const playback =
    hasEnded && owned.data && progress.data
      ? findNextVideo(videoId, {
          videos,
          ownedIds: owned.data.map(({ id }) => id),
          progress: progress.data,
        })
      : null
  const nextId = isCancelled ? null : (playback?.id ?? null)

  useEffect(() => {
    if (nextId === null || !isAutomatic) return
    setSecondsLeft(OFFER_SECONDS)
    const timer = setInterval(() => {
      // A note or a question that is being written is not taken away.
      if (!isTextField(document.activeElement)) setSecondsLeft((seconds) => Math.max(0, seconds - 1))
    }, 1_000)
    return () => clearInterval(timer)
  }, [nextId, isAutomatic])
  useEffect(() => {
    if (nextId !== null && secondsLeft === 0) player.play(nextId)
  }, [nextId, secondsLeft, player])

  if (!playback || nextId === null) return null
  return {
    playback,
    secondsLeft: isAutomatic ? secondsLeft : null,
    play: () => player.play(playback.id),
    cancel: () => setCancelled(true),
  }
}

type Known = {
  videos: readonly PageVideo[]
  /** What is open to the student. */
  ownedIds: readonly number[]
  progress: readonly Pick<ProgressOutput, 'videoId' | 'progress' | 'completed'>[]
}

/**
 * The video to offer when one is over: the next in the order of the syllabus that is open and not completed, and after
 * the last of them the first; null when all are done.
 */
export function findNextVideo(endedId: number, { videos, ownedIds, progress }: Known): PageVideo | null {
  const at = videos.findIndex(({ id }) => id === endedId)
  const inOrder = [...videos.slice(at + 1), ...videos.slice(0, Math.max(0, at))]
  const isDone = (id: number) => {
    const saved = progress.find(({ videoId }) => videoId === id)
    return saved !== undefined && watchState(saved.progress, saved.completed) === 'replay'
  }
  return inOrder.find(({ id }) => ownedIds.includes(id) && !isDone(id)) ?? null
}
