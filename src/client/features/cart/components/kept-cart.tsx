import { useCart } from '#client/features/cart/use-cart.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { useSession } from '#client/site/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { cartMessages } from '#shared/messages/cart.ts'

/** In an empty cart: what was in it where the account was opened. */
export function KeptCart() {
  const { user } = useSession()
  const { videos } = usePageData()
  const { addAll, ownedVideoIds } = useCart()
  const utils = trpc.useUtils()
  const kept = trpc.cart.kept.useQuery(undefined, { enabled: user !== null })
  const clear = trpc.cart.clearKept.useMutation({ onSuccess: () => utils.cart.kept.invalidate() })
  const wanted = videos.filter(
    ({ id }) => user !== null && kept.data?.videoIds.includes(id) && !ownedVideoIds.includes(id),
  )
  if (wanted.length === 0) return null

  function take() {
    addAll(wanted.map(({ id }) => id))
    clear.mutate()
  }

  return (
    <section className="cart-plan" aria-label={cartMessages.keptTitle}>
      <b>{cartMessages.keptTitle}</b>
      <p>{wanted.map(({ title }) => title).join(', ')}</p>
      <Button size="sm" onClick={take}>
        {cartMessages.takeKept}
      </Button>
    </section>
  )
}
