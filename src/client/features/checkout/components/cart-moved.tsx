import { useState } from 'react'
import { useCart } from '#client/features/cart/use-cart.ts'
import { useStored } from '#client/lib/storage.ts'
import { checkoutData } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LinkButton } from '#client/site/link-button.tsx'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { cartMessages } from '#shared/messages/cart.ts'
import { checkoutMessages, checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'
import type { AskedOrder } from './intent-gate.tsx'

const keyOf = (videoIds: readonly number[]) => videoIds.toSorted((a, b) => a - b).join()

/**
 * Whether the cart is another one than this order was made from: another window changed it, or ordered from it. What the
 * server left out, because it is owned, is no change.
 */
export function useCartMoved(asked: AskedOrder, order: CreatePaymentIntentOutput): boolean {
  const { quote } = useCart()
  const wish = useStored(checkoutData)
  const cart = keyOf(quote.lines.map(({ videoId }) => videoId))
  const [wasEmpty] = useState(cart === '')
  const known = [keyOf(asked.videoIds), keyOf(order.items.videoIds)]
  const codes = [asked.referralCode, order.referralCode]
  const isOtherWish =
    wish !== null && !(known.includes(keyOf(wish.items.videoIds)) && codes.includes(wish.referralCode))
  return isOtherWish || !(known.includes(cart) || (wasEmpty && cart === ''))
}

/** Said before a card is typed for an order that is not wanted any more. */
export function CartMoved({ onChange }: { onChange: (asked: AskedOrder) => void }) {
  const { count, isCheckingCode, storeCheckout } = useCart()
  if (count === 0) {
    return (
      <Note
        tone="caution"
        live="status"
        title={cartMessages.empty}
        actions={<LinkButton to={paths.dashboard()}>{checkoutSuccessMessages.goToVideos}</LinkButton>}
      >
        {checkoutMessages.cartGone}
      </Note>
    )
  }

  async function takeCart() {
    if (!(await storeCheckout())) return
    const wish = checkoutData.read()
    if (wish) onChange({ videoIds: wish.items.videoIds, referralCode: wish.referralCode })
  }

  return (
    <Note
      tone="caution"
      live="status"
      title={checkoutMessages.cartMovedTitle}
      actions={
        <Button variant="go" loading={isCheckingCode} onClick={() => void takeCart()}>
          {checkoutMessages.takeCart}
        </Button>
      }
    >
      {checkoutMessages.cartMoved}
    </Note>
  )
}

const ASK_AGAIN_MS = 30_000

/** Whether the order was replaced or paid elsewhere; asked while the page is looked at, but not while it is paid here. */
export function useOrderGone(orderId: string, isPaying: boolean): boolean {
  const { data } = trpc.checkout.isOpen.useQuery(
    { orderId },
    {
      enabled: !isPaying,
      initialData: { isOpen: true },
      refetchInterval: ASK_AGAIN_MS,
      refetchOnWindowFocus: 'always',
    },
  )
  return !isPaying && !data.isOpen
}

/** Another device says nothing to this one: the server knows. */
export function OrderGone({ onRenew }: { onRenew: () => void }) {
  const utils = trpc.useUtils()
  return (
    <Note
      tone="caution"
      live="status"
      title={checkoutMessages.orderGoneTitle}
      actions={
        <Button
          variant="go"
          onClick={() => {
            void utils.checkout.isOpen.invalidate()
            onRenew()
          }}
        >
          {checkoutMessages.orderAgain}
        </Button>
      }
    >
      {checkoutMessages.orderGone}
    </Note>
  )
}
