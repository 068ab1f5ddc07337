import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ACCEPTED_FILES, MEDIA_SLOTS, type MediaSlot } from '#shared/catalog/media-slots.ts'

type ChooseFileProps = {
  slot: MediaSlot
  /** What it is for, to those who listen. */
  label: string
  onChoose: (file: File) => void
  children: ReactNode
}

/** A button that opens the browser's own question for a file. */
export function ChooseFile({ slot, label, onChoose, children }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    // The same file may be chosen again.
    target.value = ''
    if (file) onChoose(file)
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED_FILES[MEDIA_SLOTS[slot].form]}
        aria-label={label}
        onChange={choose}
      />
      <Button size="sm" aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  )
}
