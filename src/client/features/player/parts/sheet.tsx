import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { playerMessages } from '#shared/messages/player.ts'

type SheetProps = { title: string; onClose: () => void; children: ReactNode }

/** Something to read or to set, over the video; the focus comes back to where it was. */
export function Sheet({ title, onClose, children }: SheetProps) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    close.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <section className="screen-notice video-sheet video-sheet-page" aria-label={title}>
      <h3>{title}</h3>
      {children}
      <Button size="sm" ref={close} onClick={onClose}>
        {playerMessages.close}
      </Button>
    </section>
  )
}
