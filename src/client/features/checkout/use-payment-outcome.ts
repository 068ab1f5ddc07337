import { useQuery } from '@tanstack/react-query'
import { trpc } from '#client/lib/trpc.ts'

/** Named by the payment, by the order, or by both; the payment says more. */
export type PaymentName = { paymentIntentId: string | null; orderId: string | null }

const ASK_AGAIN_MS = 3_000
/** A bank that takes longer than a minute takes long. */
const QUICK_ASKS = 20
const ASK_LATER_MS = 15_000

/** Asks the server what became of a payment, and again every few seconds while the bank has not decided. */
export function usePaymentOutcome({ paymentIntentId, orderId }: PaymentName, isSignedIn: boolean) {
  const { client } = trpc.useUtils()
  return useQuery({
    queryKey: ['payment-outcome', paymentIntentId, orderId],
    enabled: isSignedIn && (paymentIntentId !== null || orderId !== null),
    queryFn: () =>
      paymentIntentId === null
        ? client.checkout.orderStatus.query({ orderId: orderId ?? '' })
        : client.checkout.confirmPayment.mutate({ paymentIntentId }),
    // Whoever comes back to this page wants to know how it is now.
    gcTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.status !== 'processing') return false
      return dataUpdateCount < QUICK_ASKS ? ASK_AGAIN_MS : ASK_LATER_MS
    },
  })
}
