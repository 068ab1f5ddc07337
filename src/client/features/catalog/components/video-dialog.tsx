import { SubjectDrawing } from '#client/art/subject-drawing.tsx'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { SubjectTag } from '#client/ui/subject-symbol.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'
import { FilmAction } from './video-action.tsx'
import { FilmFacts } from './video-details.tsx'

/** A film at a closer look, over the page. */
export function FilmDialog({ film, onClose }: { film: PageFilm | null; onClose: () => void }) {
  useBackCloses(film !== null, onClose)
  if (film === null) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={film.title}
      description={film.description}
      hideDescription
      head={false}
      width="wide"
      layout="detail"
      subject={film.categorySlug}
    >
      <div className="dialog-picture">
        <SubjectDrawing category={film.categorySlug} fit="meet" shared />
      </div>
      <div className="dialog-body">
        <SubjectTag category={film.categorySlug} />
        <h2 className="video-title">{film.title}</h2>
        <p className="video-description">{film.description}</p>
        <FilmFacts film={film} />
        <div className="row dialog-acts">
          <FilmAction film={film} onDone={onClose} />
          <DialogClose>
            <Button>{videoDetailMessages.cancel}</Button>
          </DialogClose>
        </div>
      </div>
    </Dialog>
  )
}
