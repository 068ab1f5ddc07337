import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../lib/trpc.ts'

/** Named by the payment, by the order, or by both; the payment says more. */
export type PaymentName = { paymentIntentId: string | null; orderId: string | null }

const ASK_AGAIN_MS = 3_000

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
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? ASK_AGAIN_MS : false),
  })
}
