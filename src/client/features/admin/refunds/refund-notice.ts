import type { Notice } from '#client/lib/toast.ts'
import type { RefundDetailOutput } from '#shared/schemas/admin-orders.ts'

/** What is told when a refund was asked for: only Stripe can say that it is done. */
export function refundNotice(status: RefundDetailOutput['status'], what: string): Notice {
  if (status === 'pending' || status === 'succeeded') {
    return { title: 'Refund Sent', description: what, tone: 'good' }
  }
  if (status === 'held') {
    return {
      title: 'Refund Held',
      description: 'Stripe has a refund of the same amount. Say whether it is this one.',
    }
  }
  return {
    title: 'Waiting for Stripe',
    description:
      'Stripe has not answered. The shop asks again by itself; do not refund it on Stripe’s page too.',
  }
}
