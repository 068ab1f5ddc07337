import { useState } from 'react'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Button } from '#client/ui/button.tsx'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
import { PreviewDialog } from './preview-dialog.tsx'

/** Plays the free piece of a video, where there is one. */
export function FreePreview({ category }: { category: CategorySlug }) {
  const { snippets } = usePageData()
  const [isOpen, setOpen] = useState(false)
  const piece = snippets.find(({ categorySlug }) => categorySlug === category)
  if (!piece) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Watch a piece, free
      </Button>
      {isOpen && <PreviewDialog preview={piece} onClose={() => setOpen(false)} />}
    </>
  )
}
