import type { Stripe } from '@stripe/stripe-js'
import { useQuery } from '@tanstack/react-query'
import type { PageData } from '#client/site/page-data.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'

/** Where the payment sandbox is mounted in the shop's own server. */
const SANDBOX = '/dev/stripe'

/** The Stripe object for `<Elements>`: Stripe's own script, or the sandbox's stand-in for it; fetched when first needed. */
export function useStripeObject() {
  const { payments } = usePageData()
  return useQuery({
    queryKey: ['stripe-object', payments.kind, payments.publishableKey],
    queryFn: () => loadStripeObject(payments),
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}

async function loadStripeObject({ kind, publishableKey }: PageData['payments']): Promise<Stripe> {
  if (kind === 'sandbox') {
    const { loadSandboxStripe } = await import('#sandbox/browser/load-sandbox-stripe.ts')
    return loadSandboxStripe({ apiBase: SANDBOX, publishableKey })
  }
  // The pure entry puts the script into the page when it is asked to, not when it is imported.
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(publishableKey)
  if (stripe === null) throw new Error(checkoutMessages.stripeNotLoaded)
  return stripe
}
