import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { usePlayerSettings } from '#client/features/player/parts/player-settings.ts'
import { firstRendition, nextLower, type Rendition, wishedRendition } from './renditions.ts'
import type { VideoSource } from './use-video-access.ts'

const networkInformation = z.object({
  downlink: z.number().positive().optional().catch(undefined),
  saveData: z.boolean().optional().catch(undefined),
})

/** What the browser knows of its line (WICG Network Information); Firefox and Safari say nothing. */
function readConnection(): { megabits: number | null; isSaving: boolean } {
  const known = networkInformation.safeParse(Reflect.get(navigator, 'connection'))
  return { megabits: known.data?.downlink ?? null, isSaving: known.data?.saveData ?? false }
}

/** So long nothing comes: that is a stall, and no hiccup. */
const STALL_AFTER_MS = 3_000

export type Quality = {
  /** What there is to choose from, from high to low; empty where there is no choice. */
  renditions: readonly Rendition[]
  /** The height that plays; null where the video comes in one alone. */
  height: number | null
  /** The address of this height in an answer of the server. */
  urlIn(source: VideoSource): string
}

/**
 * Which of several picture heights plays: one that fits screen and line to begin with, a lower one after a stall, and
 * whatever a person asks for.
 */
export function useQuality(video: HTMLVideoElement | null, source: VideoSource): Quality {
  const { mostHeight } = usePlayerSettings()
  const { renditions } = source
  const [steppedTo, setSteppedTo] = useState<number | null>(null)
  const [circumstances] = useState(() => ({ ...readConnection(), screenLines: screenLines() }))

  const chosen = useMemo(() => {
    if (mostHeight !== null) return wishedRendition(renditions, mostHeight)
    const first = firstRendition(renditions, circumstances)
    return renditions.find(({ height }) => height === steppedTo) ?? first
  }, [renditions, mostHeight, steppedTo, circumstances])
  const height = chosen?.height ?? null

  const current = useRef({ renditions, height, isAutomatic: mostHeight === null })
  useEffect(() => {
    current.current = { renditions, height, isAutomatic: mostHeight === null }
  })
  useEffect(() => {
    if (!video) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const onWaiting = () => {
      stop()
      // A jump into what is not there yet is no stall.
      if (video.seeking || video.paused) return
      timer = setTimeout(() => {
        const { renditions: all, height: now, isAutomatic } = current.current
        const lower = isAutomatic && now !== null ? nextLower(all, now) : null
        if (lower && navigator.onLine) setSteppedTo(lower.height)
      }, STALL_AFTER_MS)
    }
    video.addEventListener('waiting', onWaiting)
    for (const event of ENDS_OF_A_STALL) video.addEventListener(event, stop)
    return () => {
      stop()
      video.removeEventListener('waiting', onWaiting)
      for (const event of ENDS_OF_A_STALL) video.removeEventListener(event, stop)
    }
  }, [video])

  return {
    renditions,
    height,
    urlIn: (answer) => answer.renditions.find((one) => one.height === height)?.url ?? answer.url,
  }
}

const ENDS_OF_A_STALL = ['playing', 'pause', 'ended', 'seeking', 'emptied', 'error']

/** Real dots of the shorter side, which the picture cannot exceed. */
function screenLines(): number {
  const { width, height } = window.screen
  return Math.min(width, height) * (window.devicePixelRatio || 1)
}
