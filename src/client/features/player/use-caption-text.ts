import { useEffect } from 'react'

/** Shows or hides the captions of a film. */
export function useCaptions(video: HTMLVideoElement | null, isOn: boolean): void {
  useEffect(() => {
    for (const track of Array.from(video?.textTracks ?? [])) track.mode = isOn ? 'showing' : 'hidden'
  }, [video, isOn])
}
