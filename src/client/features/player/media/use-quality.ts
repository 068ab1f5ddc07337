import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { z } from 'zod'
import { usePlayerSettings } from '#client/features/player/parts/player-settings.ts'
import { listen } from '#client/lib/listen.ts'
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

/** Nothing has come for so long: a stall. */
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
    if (mostHeight !== null) return chosenRendition(renditions, mostHeight)
    const first = firstRendition(renditions, circumstances)
    return renditions.find(({ height }) => height === steppedTo) ?? first
  }, [renditions, mostHeight, steppedTo, circumstances])
  const height = chosen?.height ?? null

  const stepDown = useEffectEvent(() => {
    const lower = mostHeight === null && height !== null ? nextLower(renditions, height) : null
    if (lower && navigator.onLine) setSteppedTo(lower.height)
  })
  useEffect(() => {
    if (!video) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => clearTimeout(timer)
    const onWaiting = () => {
      stop()
      // Seeking into what is not loaded yet is no stall.
      if (video.seeking || video.paused) return
      timer = setTimeout(() => stepDown(), STALL_AFTER_MS)
    }
    const ends = [listen(video, ['waiting'], onWaiting), listen(video, STALL_ENDS, stop), stop]
    return () => {
      for (const end of ends) end()
    }
  }, [video])

  return {
    renditions,
    height,
    urlIn: (answer) => answer.renditions.find((one) => one.height === height)?.url ?? answer.url,
  }
}

const STALL_ENDS = ['playing', 'pause', 'ended', 'seeking', 'emptied', 'error']

/** Real dots of the shorter side, which the picture cannot exceed. */
function screenLines(): number {
  const { width, height } = window.screen
  return Math.min(width, height) * (window.devicePixelRatio || 1)
}

/** A video in one picture height. */
export type Rendition = { height: number; url: string }

export type Circumstances = {
  /** Lines that the picture has on this screen. */
  screenLines: number
  /** What the browser believes the line carries, in megabits a second; null where it does not say. */
  megabits: number | null
  /** The person asked their browser to save data. */
  isSaving: boolean
}

/** What a video of a height should be trusted with to begin, in megabits a second; a stall teaches better. */
function needs(height: number): number {
  return (height / 720) ** 2 * 1.2
}

/**
 * The rendition to begin with: the lowest that fills the screen, or the highest there is, and none that the line would
 * not carry. The list runs from high to low.
 */
export function firstRendition(renditions: readonly Rendition[], now: Circumstances): Rendition | null {
  const lowest = renditions.at(-1) ?? null
  if (now.isSaving) return lowest
  const filling = renditions.findLast(({ height }) => height >= now.screenLines) ?? renditions[0]
  const carried = renditions.find(
    ({ height }) =>
      height <= (filling?.height ?? 0) && (now.megabits === null || needs(height) <= now.megabits),
  )
  return carried ?? lowest
}

/** One step down; null at the bottom. */
export function nextLower(renditions: readonly Rendition[], height: number): Rendition | null {
  return renditions.find((rendition) => rendition.height < height) ?? null
}

/** The height that a person chose, or the next lower one. */
export function chosenRendition(renditions: readonly Rendition[], mostHeight: number): Rendition | null {
  return renditions.find(({ height }) => height <= mostHeight) ?? renditions.at(-1) ?? null
}
