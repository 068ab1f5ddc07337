import { useQuery } from '@tanstack/react-query'
import { checkoutData } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'

export type Wish = { userId: string; videoIds: readonly number[]; referralCode: string | null }

/**
 * Freezes the order and gives its payment intent. The server answers the same wish with the same intent, so a
 * reload and a second tab see the same; here it is asked as a query, once for a mounted screen, and never kept
 * beyond it, because an order is open for a day only.
 */
export function useCheckoutIntent({ userId, videoIds, referralCode }: Wish) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['checkout-intent', userId, videoIds, referralCode],
    queryFn: async () => {
      const items = { videoIds: [...videoIds] }
      const order = await client.checkout.createPaymentIntent.mutate({ items, userId, referralCode })
      remember(order)
      return order
    },
    staleTime: 0,
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
