import { zodResolver } from '@hookform/resolvers/zod'
import { Elements } from '@stripe/react-stripe-js'
import type { StripeElementsOptionsClientSecret } from '@stripe/stripe-js'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useStripeAppearance } from '#client/features/checkout/use-stripe-appearance.ts'
import { useStripeObject } from '#client/features/checkout/use-stripe-object.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page, TwoColumns } from '#client/ui/layout.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { CartMoved, useCartMoved } from './cart-moved.tsx'
import { FormToCome } from './checkout-loading.tsx'
import { type Details, type DetailsInput, detailsForm, initialDetails } from './details-form.ts'
import type { AskedOrder, PayableOrder } from './intent-gate.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayForm } from './pay-form.tsx'
import { type PaymentError, PaymentNote } from './payment-note.tsx'

type CheckoutFormProps = {
  user: UserOutput
  order: PayableOrder
  asked: AskedOrder
  /** Another order is on its way, as it was asked for in the summary. */
  isChanging: boolean
  onChange: (asked: AskedOrder) => void
  onRenew: () => void
}

/**
 * Order summary and payment form. What was typed and what went wrong are kept out here: a renewed order has
 * another payment intent, and with it Stripe's elements begin again.
 */
export function CheckoutForm({ user, order, asked, isChanging, onChange, onRenew }: CheckoutFormProps) {
  const form = useForm<DetailsInput, unknown, Details>({
    resolver: zodResolver(detailsForm),
    defaultValues: initialDetails(order.buyer),
  })
  const [error, setError] = useState<PaymentError | null>(null)
  const stripe = useStripeObject()
  const appearance = useStripeAppearance()
  const hasCartMoved = useCartMoved(asked, order)
  const { clientSecret } = order
  const options = useMemo<StripeElementsOptionsClientSecret>(
    () => ({ clientSecret, appearance }),
    [clientSecret, appearance],
  )

  function change(next: AskedOrder) {
    setError(null)
    onChange(next)
  }

  return (
    <Page className="checkout">
      <h1>{checkoutMessages.title}</h1>
      <PaymentNote error={error} />
      <TwoColumns
        asideFirst
        asideLabel={checkoutMessages.orderSummary}
        aside={<OrderSummary order={order} asked={asked} isChanging={isChanging} onChange={change} />}
      >
        {hasCartMoved ? (
          <CartMoved onChange={change} />
        ) : (
          <>
            {stripe.isError && <StripeMissing onRetry={() => void stripe.refetch()} />}
            {(stripe.isPending || isChanging) && <FormToCome />}
            {stripe.data && !isChanging && (
              <Elements key={clientSecret} stripe={stripe.data} options={options}>
                <PayForm user={user} order={order} form={form} onError={setError} onRenew={onRenew} />
              </Elements>
            )}
          </>
        )}
      </TwoColumns>
    </Page>
  )
}

function StripeMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <Note
      tone="bad"
      title={checkoutMessages.paymentError}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      {checkoutMessages.stripeNotLoaded}
    </Note>
  )
}
