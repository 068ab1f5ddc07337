import { cartMessages, videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money.ts'
import type { PageFilm } from '../../../app/page-data.ts'
import { TextButton } from '../../../ui/button.tsx'
import { SubjectThumb } from '../../../ui/subject-symbol.tsx'

/** One film in the cart. */
export function CartLine({ film, onRemove }: { film: PageFilm; onRemove: () => void }) {
  return (
    <li className="cart-line">
      <SubjectThumb category={film.categorySlug} />
      <div>
        <b className="block">{film.title}</b>
        <span className="quiet small block">{videoDetailMessages.minutes(film.duration)}</span>
        <TextButton className="small mt-1" aria-label={cartMessages.remove(film.title)} onClick={onRemove}>
          Remove
        </TextButton>
      </div>
      <span className="fig">{formatPounds(film.pricePence, { sums: true })}</span>
    </li>
  )
}
