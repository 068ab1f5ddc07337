import { useState } from 'react'
import { ThresholdDrawing } from '#client/art/threshold-drawing.tsx'
import { PlayMark } from '#client/ui/play-mark.tsx'
import type { Preview } from '#shared/schemas/catalog.ts'
import { PreviewDialog } from './preview-dialog.tsx'

/** The introduction, in the corner of the chart. */
export function PromoInset({ promo }: { promo: Preview }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="hero-inset no-print"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>
          <ThresholdDrawing />
        </span>
        <span>
          <PlayMark />
          Watch the introduction
        </span>
      </button>
      {isOpen && <PreviewDialog preview={promo} onClose={() => setOpen(false)} />}
    </>
  )
}
