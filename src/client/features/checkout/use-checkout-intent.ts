import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { authToken, checkoutData, referralCode as keptCode } from '#client/lib/stored.ts'
import { endToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'

type IntentInput = { userId: string; videoIds: readonly number[]; referralCode: string | null }

/**
 * Freezes the order and gives its payment intent. The server answers the same request with the same intent, so a
 * reload and a second tab see the same; here it is asked as a query, once for a mounted screen, and never kept
 * beyond it, because an order is open for a day only.
 */
export function useCheckoutIntent({ userId, videoIds, referralCode }: IntentInput) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['checkout-intent', userId, videoIds, referralCode],
    queryFn: async () => {
      const items = { videoIds: [...videoIds] }
      const kept = keptCode.read()
      const linkName = kept?.code === referralCode ? kept?.linkName : undefined
      const input = { items, userId, referralCode, ...(linkName && { linkName }) }
      const order = await client.checkout.createPaymentIntent.mutate(input)
      remember(order)
      endToast(checkoutMessages.intentFailedTitle)
      return order
    },
    staleTime: 0,
    // What the order was stands there until it is changed, with what was typed beside it.
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** The sums as they are frozen now, VAT among them, take the place of what the cart believed (requirements §3). */
function remember(order: CreatePaymentIntentOutput) {
  const { items, subtotal, referralDiscount, referralCode, total, amountExVat, vatAmount, vatRate } = order
  checkoutData.write({
    items,
    subtotal,
    referralDiscount,
    referralCode,
    total,
    amountExVat,
    vatAmount,
    vatRate,
  })
}

/**
 * The server no longer knows this sign-in. Without its token the checkout leads to the sign-in page and, after
 * it, back here; cart and checkout data stay where they are.
 */
export function endSession(): void {
  toast({
    title: 'Please sign in again',
    description: 'Your session has ended. Nothing was taken, and your cart is kept.',
    tone: 'bad',
  })
  authToken.clear()
}

/** The page after the checkout, named by its order and, where something had to be paid, by the payment. */
export function successPath(order: { orderId: string; paymentIntentId: string | null }): string {
  const search = new URLSearchParams({ order: order.orderId })
  if (order.paymentIntentId !== null) search.set('payment_intent', order.paymentIntentId)
  return `${paths.checkoutSuccess}?${search}`
}
