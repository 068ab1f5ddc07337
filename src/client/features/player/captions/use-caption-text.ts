import { useEffect, useMemo } from 'react'
import { type Cue, captionsAt } from './captions.ts'

type CaptionUse = {
  isOn: boolean
  /** Phones show captions by their own means, which go along into their full screen. */
  isNative: boolean
  /** In which the browser's own switch is heard. */
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

/** What is to be read now, line by line. */
export function useCaptionText(cues: readonly Cue[], seconds: number, isOn: boolean): readonly string[] {
  return useMemo(() => (isOn ? captionsAt(cues, seconds).map(({ text }) => text) : []), [cues, seconds, isOn])
}
