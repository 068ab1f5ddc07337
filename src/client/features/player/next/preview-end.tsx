import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'

/** A preview is over: what the whole costs, and the way into the cart. */
export function PreviewEnd({ offer, onAgain }: { offer: ReactNode; onAgain: () => void }) {
  return (
    <section className="screen-notice video-sheet" aria-label="After the preview">
      {offer}
      <Button size="sm" onClick={onAgain}>
        Watch again
      </Button>
    </section>
  )
}
