import { useEffect, useRef } from 'react'
import { isTextField } from '#client/features/player/parts/use-player-keys.ts'
import { Button } from '#client/ui/button.tsx'
import type { NextVideo } from './use-next-video.ts'

/** The end of a video: what comes next, unless the student says no. */
export function NextOffer({ next }: { next: NextVideo }) {
  const go = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Anyone who is writing a note goes on writing.
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
