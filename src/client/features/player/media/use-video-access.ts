import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorStatus, errorText } from '#client/lib/error-text.ts'
import { listen } from '#client/lib/listen.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { findKeptSave } from '#client/site/watching/unsent-saves.ts'
import { mediaGrantMinutes } from '#shared/limits.ts'
import { playerMessages } from '#shared/messages/player.ts'
import type { AccessOutput, ProgressOutput } from '#shared/schemas/progress.ts'
import type { Rendition } from './use-quality.ts'

/** Where a video comes from. */
export type VideoSource = {
  url: string
  /** From high to low; empty where there is one alone. */
  renditions: readonly Rendition[]
  captionsUrl: string | null
  chaptersUrl: string | null
  storyboardUrl: string | null
}

type OpenVideo = VideoSource & {
  userId: string
  expiresAt: string | null
  /** Where the student was when the player was opened. */
  saved: ProgressOutput | null
}

export type VideoAccess =
  | { state: 'securing' }
  /** `isSignedOut`: there is no student any more, as after a sign-out in another tab. */
  | { state: 'denied'; message: string; isSignedOut?: boolean }
  /** There was no answer: whether it may be watched is unknown. */
  | { state: 'unreachable' }
  | { state: 'unavailable'; percent: number; expiresAt: string | null }
  | { state: 'open'; playback: OpenVideo }

/** Renews access: the video's URLs, the same as before unless it was replaced; null when access has ended. */
export type RenewAccess = () => Promise<VideoSource | null>

/** May this student watch this video, and from where (requirements §4, §5)? */
export function useVideoAccess(videoId: number, playSession: string) {
  const { status, user } = useSession()
  const { client } = trpc.useUtils()
  const [refusal, setRefusal] = useState<string | null>(null)
  const userId = user?.id ?? null

  const opening = useQuery({
    queryKey: ['player', userId, videoId, playSession],
    enabled: userId !== null,
    gcTime: 0,
    queryFn: async () => {
      const whose = { userId: userId ?? '', videoId }
      const [answer, list] = await Promise.all([
        client.progress.open.mutate({ ...whose, playSession }),
        client.progress.list.query({ userId: whose.userId }),
      ])
      const known = list.find((progress) => progress.videoId === videoId) ?? null
      return { userId: whose.userId, answer, saved: findKeptSave(whose, known) ?? known }
    },
  })

  const renew: RenewAccess = useCallback(async () => {
    try {
      const answer = await client.progress.open.mutate({ userId: userId ?? '', videoId, playSession })
      if (!answer.hasAccess) setRefusal(refusalOf(answer))
      return answer.hasAccess ? sourceOf(answer) : null
    } catch (error) {
      if (isUnanswered(error)) throw error
      setRefusal(errorText(error, playerMessages.noAccess))
      return null
    }
  }, [client, userId, videoId, playSession])

  const retry = useCallback(() => {
    setRefusal(null)
    void opening.refetch()
  }, [opening.refetch])

  return { access: describe(), renew, retry }

  function describe(): VideoAccess {
    if (refusal) return { state: 'denied', message: refusal }
    if (status === 'signed-out')
      return { state: 'denied', message: playerMessages.signedOut, isSignedOut: true }
    if (opening.isFetching || status === 'loading') return { state: 'securing' }
    if (opening.error) {
      if (isUnanswered(opening.error)) return { state: 'unreachable' }
      return { state: 'denied', message: errorText(opening.error, playerMessages.noAccess) }
    }
    if (!opening.data) return { state: 'securing' }
    const { answer, ...opened } = opening.data
    if (!answer.hasAccess) return { state: 'denied', message: refusalOf(answer) }
    const source = sourceOf(answer)
    const { expiresAt } = answer
    if (source === null) return { state: 'unavailable', percent: opened.saved?.progress ?? 0, expiresAt }
    return { state: 'open', playback: { ...opened, ...source, expiresAt } }
  }
}

function sourceOf(answer: AccessOutput): VideoSource | null {
  const { secureVideoUrl: url, renditions = [], captionsUrl, chaptersUrl, storyboardUrl = null } = answer
  return url === null ? null : { url, renditions, captionsUrl, chaptersUrl, storyboardUrl }
}

function refusalOf(answer: Pick<AccessOutput, 'message'>): string {
  return answer.message || playerMessages.noAccess
}

function isUnanswered(error: unknown): boolean {
  const status = errorStatus(error)
  return status === null || status >= 500
}

/** A little less than the server's own limit, so that the video is never refused. */
const STALE_AFTER_MS = (mediaGrantMinutes - 2) * 60_000

/**
 * Access lapses ten minutes after a video was last used: play after a long pause asks for it again, which renews
 * the URL that is playing (requirements §5). Gives back play.
 */
export function useFreshGrant(video: HTMLVideoElement | null, renew: RenewAccess): () => Promise<void> {
  const usedAt = useRef(0)

  useEffect(() => {
    if (!video) return
    const use = () => {
      usedAt.current = performance.now()
    }
    // A browser's own controls start the video without asking us: then it is renewed while it plays.
    const onPlay = () => {
      if (isStale(usedAt.current)) void renew().catch(() => undefined)
      use()
    }
    use()
    const stops = [listen(video, ['timeupdate'], use), listen(video, ['play'], onPlay)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [video, renew])

  return useCallback(async () => {
    if (!video) return
    try {
      if (isStale(usedAt.current) && (await renew()) === null) return
      usedAt.current = performance.now()
      await video.play()
    } catch {
      // Either the video's own error follows, or the browser wants another press.
    }
  }, [video, renew])
}

function isStale(usedAt: number): boolean {
  return performance.now() - usedAt > STALE_AFTER_MS
}
