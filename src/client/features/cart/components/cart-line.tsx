import { TextButton } from '#client/ui/button.tsx'
import { SubjectThumb } from '#client/ui/subject-symbol.tsx'
import { cartMessages, videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { PageFilm } from '#shared/schemas/catalog.ts'

/** One film in the cart. */
export function CartLine({ film, onRemove }: { film: PageFilm; onRemove: () => void }) {
  return (
    <li className="cart-line">
      <SubjectThumb category={film.categorySlug} />
      <div>
        <b className="cart-line-title">{film.title}</b>
        <span className="second-line">{videoDetailMessages.minutes(film.duration)}</span>
        <TextButton
          className="cart-line-remove"
          aria-label={cartMessages.remove(film.title)}
          onClick={onRemove}
        >
          Remove
        </TextButton>
      </div>
      <span className="figure">{formatPounds(film.pricePence, { sums: true })}</span>
    </li>
  )
}
