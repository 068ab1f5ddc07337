import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Cue, parseCues } from '#shared/catalog/vtt.ts'

/** The last cue that has begun; -1 before the first. */
export function cueAt(cues: readonly Cue[], seconds: number): number {
  return cues.findLastIndex(({ startSeconds }) => startSeconds <= seconds)
}

/** The chapters that can be played: a list may be longer than the video it was put beside. 0 while its length is unknown. */
export function chaptersWithin(chapters: readonly Cue[], durationSeconds: number): readonly Cue[] {
  return durationSeconds > 0
    ? chapters.filter(({ startSeconds }) => startSeconds < durationSeconds)
    : chapters
}

/** What is to be read at a moment; several texts where captions overlap. */
export function textsAt(cues: readonly Cue[], seconds: number): string[] {
  return cues
    .filter(({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds < endSeconds)
    .map(({ text }) => text)
}

export type CueFile = { items: readonly Cue[]; isPending: boolean }

/** A WebVTT file beside a video, read once; no cues where there is no file, or it cannot be read. */
export function useCueFile(url: string | null): CueFile {
  const file = useQuery({
    queryKey: ['cues', url],
    enabled: url !== null,
    queryFn: async () => {
      const answer = await fetch(url ?? '')
      return answer.ok ? parseCues(await answer.text()) : []
    },
  })
  return { items: file.data ?? [], isPending: url !== null && file.isPending }
}

type CaptionUse = {
  isOn: boolean
  /** Phones show captions by their own means, in their full screen too. */
  isNative: boolean
  /** Called when the browser's own switch is used. */
  onSwitch: (isOn: boolean) => void
}

/** Shows or hides a browser's own captions. Where we draw them ourselves, they stay hidden. */
export function useNativeCaptions(video: HTMLVideoElement | null, use: CaptionUse): void {
  const { isOn, isNative, onSwitch } = use
  useEffect(() => {
    const tracks = video?.textTracks
    if (!tracks) return
    for (const track of Array.from(tracks)) track.mode = isNative && isOn ? 'showing' : 'hidden'
    if (!isNative) return
    const onChange = () => onSwitch(Array.from(tracks).some(({ mode }) => mode === 'showing'))
    tracks.addEventListener?.('change', onChange)
    return () => tracks.removeEventListener?.('change', onChange)
  }, [video, isOn, isNative, onSwitch])
}
