import { useCart } from '#client/features/cart/use-cart.ts'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { SubjectTag } from '#client/ui/subject-symbol.tsx'
import { videoDetailMessages } from '#shared/messages/cart.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { VideoPicture } from './free-preview.tsx'
import { VideoContents } from './video-contents.tsx'
import { VideoAction, VideoDetails } from './video-details.tsx'

/** A video at a closer look, over the page. */
export function VideoDialog({ video, onClose }: { video: PageVideo | null; onClose: () => void }) {
  useBackCloses(video !== null, onClose)
  const { stateOf } = useCart()
  if (video === null) return null
  const isOwned = stateOf(video.id) === 'owned'
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={video.title}
      description={video.description}
      hideDescription
      head={false}
      width="wide"
      layout="detail"
      subject={video.categorySlug}
    >
      <VideoPicture category={video.categorySlug} isOwned={isOwned} shared />
      <div className="dialog-body">
        <SubjectTag category={video.categorySlug} />
        <h2 className="video-title">{video.title}</h2>
        <p className="video-description">{video.description}</p>
        <VideoDetails video={video} />
        <div className="row dialog-acts">
          <VideoAction video={video} onDone={onClose} inCartLabel={videoDetailMessages.alreadyInCart} />
          <DialogClose>
            <Button>{videoDetailMessages.cancel}</Button>
          </DialogClose>
        </div>
        <VideoContents video={video} headingLevel={3} />
      </div>
    </Dialog>
  )
}
