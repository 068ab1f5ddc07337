import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'
import { trpc } from '#client/lib/trpc.ts'
import type { PaymentSuccessOutput, pendingOrderOutput } from '#shared/schemas/checkout.ts'

/** The first word of the key of what the server says about a payment. */
export const PAYMENT_OUTCOME = 'payment-outcome'

/** Named by the payment, by the order, or by both; the payment says more. */
type PaymentName = { paymentIntentId: string | null; orderId: string | null }

export const outcomeKey = ({ paymentIntentId, orderId }: PaymentName) =>
  [PAYMENT_OUTCOME, paymentIntentId, orderId] as const

const ASK_AGAIN_MS = 3_000
/** A bank that takes longer than a minute takes long. */
const QUICK_ASKS = 20
const ASK_LATER_MS = 15_000

/**
 * Asks the server what became of a payment, and again every few seconds while the bank has not decided. What the header
 * or the checkout was told stands there meanwhile.
 */
export function usePaymentOutcome(name: PaymentName, isSignedIn: boolean) {
  const { paymentIntentId, orderId } = name
  const { client, checkout } = trpc.useUtils()
  const queryClient = useQueryClient()
  const outcome = useQuery({
    queryKey: outcomeKey(name),
    enabled: isSignedIn && (paymentIntentId !== null || orderId !== null),
    queryFn: () =>
      paymentIntentId === null
        ? client.checkout.orderStatus.query({ orderId: orderId ?? '' })
        : client.checkout.confirmPayment.mutate({ paymentIntentId }),
    initialData: () => (isSignedIn ? waitingOutcome(checkout.pending.getData(), orderId) : undefined),
    // Anyone who comes to this page wants to know how it is now.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (data?.status !== 'processing') return false
      return dataUpdateCount < QUICK_ASKS ? ASK_AGAIN_MS : ASK_LATER_MS
    },
  })
  // What the checkout put there would stay for minutes. Later, for strict mode mounts again.
  useEffect(
    () => () =>
      void setTimeout(() => queryClient.removeQueries({ queryKey: [PAYMENT_OUTCOME], type: 'inactive' })),
    [queryClient],
  )
  return outcome
}

/** An order that is known to wait for Klarna or a bank. */
function waitingOutcome(
  pending: z.output<typeof pendingOrderOutput> | undefined,
  orderId: string | null,
): PaymentSuccessOutput | undefined {
  if (!pending?.total || pending.orderId !== orderId) return undefined
  const { method, total, videos } = pending
  return {
    success: false,
    status: 'processing',
    orderId,
    message: '',
    method,
    videoIds: videos.map(({ videoId }) => videoId),
    isBundle: false,
    total,
    expiresAt: null,
    invoiceNumber: null,
    invoiceId: null,
  }
}
