import { Elements } from '@stripe/react-stripe-js'
import type { StripeElementsOptionsClientSecret } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useStripeAppearance } from '#client/features/checkout/use-stripe-appearance.ts'
import { useStripeObject } from '#client/features/checkout/use-stripe-object.ts'
import { BuyingSteps } from '#client/site/buying-steps.tsx'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page, TwoColumns } from '#client/ui/layout.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { CartMoved, OrderGone, useCartMoved, useOrderGone } from './cart-moved.tsx'
import { FormToCome } from './checkout-loading.tsx'
import {
  consentVersionOf,
  type Details,
  type DetailsInput,
  initialDetails,
  resolveDetails,
} from './details-form.ts'
import type { AskedOrder, PayableOrder } from './intent-gate.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PayForm } from './pay-form.tsx'
import { isRefusal, type PaymentError, PaymentNote, StripeMissing } from './payment-note.tsx'

type CheckoutFormProps = {
  user: UserOutput
  order: PayableOrder
  asked: AskedOrder
  /** Another order is on its way, as it was asked for in the summary. */
  isChanging: boolean
  /** Why no other order came; null where none is missing. */
  failure: string | null
  onChange: (asked: AskedOrder) => void
  onRenew: () => void
}

/**
 * Order summary and payment form. What was typed and what went wrong are kept out here: a renewed order has
 * another payment intent, and with it Stripe's elements begin again.
 */
export function CheckoutForm({
  user,
  order,
  asked,
  isChanging,
  failure,
  onChange,
  onRenew,
}: CheckoutFormProps) {
  const form = useForm<DetailsInput, unknown, Details>({
    resolver: resolveDetails,
    defaultValues: initialDetails(order),
  })
  const [error, setError] = useState<PaymentError | null>(null)
  const [isPaying, setPaying] = useState(false)
  const [loads, setLoads] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const stripe = useStripeObject()
  const appearance = useStripeAppearance()
  const hasCartMoved = useCartMoved(asked, order)
  // Where it is not known whether money went, the note leads to the answer.
  const isUnknown = error?.money.kind === 'unknown'
  const isGone = useOrderGone(order.orderId, isPaying || isChanging || isUnknown)
  const untick = useEffectEvent((_version: string) => form.setValue('consent', false))
  const consentVersion = consentVersionOf(order)
  // Consent to one wording is none to another.
  useEffect(() => untick(consentVersion), [consentVersion])
  const { clientSecret } = order
  const options = useMemo<StripeElementsOptionsClientSecret>(
    () => ({ clientSecret, appearance }),
    [clientSecret, appearance],
  )

  /** Loads the provider's form once more; the button goes with what failed, so the focus leaves it first. */
  function retry(load: () => unknown) {
    heading.current?.focus({ preventScroll: true })
    load()
  }

  function change(next: AskedOrder) {
    setError(null)
    onChange(next)
  }

  return (
    <Page className="checkout">
      <h1 ref={heading} tabIndex={-1}>
        {checkoutMessages.title}
      </h1>
      <BuyingSteps at="Pay" />
      <TwoColumns
        asideFirst
        asideLabel={checkoutMessages.orderSummary}
        aside={
          <OrderSummary
            order={order}
            asked={asked}
            isBusy={isChanging || isPaying || failure !== null}
            onChange={change}
          />
        }
      >
        {error !== null && !isRefusal(error) && <PaymentNote error={error} />}
        {failure !== null && (
          <Note
            tone="bad"
            title={checkoutMessages.changeFailedTitle}
            actions={<Button onClick={onRenew}>Try again</Button>}
          >
            {failure}
          </Note>
        )}
        {failure === null && hasCartMoved && <CartMoved onChange={change} />}
        {failure === null && !hasCartMoved && isGone && <OrderGone onRenew={onRenew} />}
        {failure === null && !hasCartMoved && !isGone && (
          <>
            {stripe.isError && <StripeMissing onRetry={() => retry(stripe.refetch)} />}
            {isChanging && <FormToCome hasConsent />}
            {/* What is asked first does not wait for Stripe. */}
            {!stripe.isError && !isChanging && (
              <Elements key={clientSecret + loads} stripe={stripe.data ?? null} options={options}>
                <PayForm
                  user={user}
                  order={order}
                  form={form}
                  isPaying={isPaying}
                  onPaying={setPaying}
                  onError={setError}
                  onMethod={() => setError((last) => (last?.money.kind === 'unknown' ? last : null))}
                  refusal={error !== null && isRefusal(error) ? error : null}
                  onRetry={() => retry(() => setLoads(loads + 1))}
                  onRenew={onRenew}
                />
              </Elements>
            )}
          </>
        )}
      </TwoColumns>
    </Page>
  )
}
