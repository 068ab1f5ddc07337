import { TextButton } from '#client/ui/button.tsx'
import { SubjectThumb } from '#client/ui/subject-symbol.tsx'
import { cartMessages, videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'

/** One video in the cart. */
export function CartLine({ video, onRemove }: { video: PageVideo; onRemove: () => void }) {
  return (
    <li className="cart-line">
      <SubjectThumb category={video.categorySlug} />
      <div>
        <b className="cart-line-title">{video.title}</b>
        <span className="second-line">{videoDetailMessages.minutes(video.duration)}</span>
        <TextButton
          className="cart-line-remove"
          aria-label={cartMessages.remove(video.title)}
          onClick={onRemove}
        >
          Remove
        </TextButton>
      </div>
      <span className="figure">{formatPounds(video.pricePence, { sums: true })}</span>
    </li>
  )
}
