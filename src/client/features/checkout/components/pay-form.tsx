import { ExpressCheckoutElement, PaymentElement } from '@stripe/react-stripe-js'
import type { StripeExpressCheckoutElementOptions, StripePaymentElementOptions } from '@stripe/stripe-js'
import { clsx } from 'clsx'
import { useId, useMemo, useRef, useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { usePayment } from '#client/features/checkout/use-payment.ts'
import { fieldsOf } from '#client/lib/form-fields.ts'
import { capitalised, formatPrice, inWords } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { Step } from '#client/ui/layout.tsx'
import { cartMessages } from '#shared/messages/cart.ts'
import { checkoutMessages, consentWordings } from '#shared/messages/checkout.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { FormToCome } from './checkout-loading.tsx'
import { consentVersionOf, type DetailsForm } from './details-form.ts'
import type { PayableOrder } from './intent-gate.tsx'
import { InvoiceFields } from './invoice-fields.tsx'
import { type PaymentError, PaymentNote, StripeMissing } from './payment-note.tsx'

type PayFormProps = {
  user: UserOutput
  order: PayableOrder
  form: DetailsForm
  isPaying: boolean
  onPaying: (isPaying: boolean) => void
  /** The last payment, where the bank or the payer said no. */
  refusal: PaymentError | null
  onError: (error: PaymentError | null) => void
  /** Another way to pay was chosen. */
  onMethod: () => void
  /** The provider's form could not be loaded, and is wanted all the same. */
  onRetry: () => void
  onRenew: () => void
}

export function PayForm({ user, order, form, isPaying, refusal, onMethod, onRetry, ...rest }: PayFormProps) {
  const [element, setElement] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [hasWallets, setHasWallets] = useState(false)
  const { pay, openWallet, payByWallet } = usePayment({ order, form, ...rest })
  const hasConsent = useWatch({ control: form.control, name: 'consent' })
  const reasonId = useId()
  const method = useRef<string | null>(null)
  const consent = consentWordings[consentVersionOf(order)]
  const { errors } = useFormState({ control: form.control })
  const wait = whyWait(element, hasConsent ? null : consent)
  const reason = wait ?? whatIsWrong(Object.keys(errors.buyer ?? {}).length)
  const options = usePaymentOptions(user.email)
  return (
    <form onSubmit={pay} noValidate>
      <BusyFieldset busy={isPaying}>
        {/* Immediate access against the right to cancel (Consumer Contracts Regulations 2013, reg. 37). */}
        <Step heading={checkoutMessages.openStep}>
          <Checkbox label={consent} {...fieldsOf(form)('consent')} />
        </Step>
      </BusyFieldset>
      <div className="pay-form" data-loading={element === 'loading' || undefined}>
        {element === 'loading' && <FormToCome />}
        <div>
          <Step heading={checkoutMessages.payStep}>
            <div className={clsx('pay-wallets', !hasWallets && 'pay-wallets-none')}>
              <ExpressCheckoutElement
                options={WALLETS}
                onReady={({ availablePaymentMethods }) =>
                  setHasWallets(availablePaymentMethods !== undefined)
                }
                onClick={(event) => void openWallet(event)}
                onConfirm={(event) => void payByWallet(event)}
              />
              <p className="quiet small">{checkoutMessages.otherWays}</p>
            </div>
            {element === 'failed' && <StripeMissing onRetry={onRetry} />}
            <div className={clsx(refusal && 'pay-refused')}>
              {refusal && <PaymentNote error={refusal} />}
              <PaymentElement
                options={options}
                onReady={() => setElement('ready')}
                onLoadError={() => setElement('failed')}
                onChange={({ value: { type } }) => {
                  if (method.current !== null && method.current !== type) onMethod()
                  method.current = type
                }}
              />
            </div>
          </Step>
          <BusyFieldset busy={isPaying} className="form pay-choices">
            <InvoiceFields form={form} hasVat={order.vatRate > 0} />
            {/* No news (PECR reg. 22). */}
            {order.asksAboutNews && (
              <Checkbox
                label="No news by email, please"
                hint="Otherwise we email you about new films."
                {...form.register('noNews')}
              />
            )}
          </BusyFieldset>
          <Button
            type="submit"
            variant="go"
            full
            className="pay-button"
            loading={isPaying}
            loadingText="Paying…"
            onDisabledPress={() => void form.handleSubmit(() => {})()}
            {...(element !== 'ready' && { 'aria-disabled': true })}
            {...(reason !== null && { 'aria-describedby': reasonId })}
          >
            {checkoutMessages.pay(formatPrice(order.total, { sums: true }))}
          </Button>
          {reason !== null && (
            <p id={reasonId} className="pay-reason" role={wait === null ? 'alert' : undefined}>
              {reason}
            </p>
          )}
          <p className="quiet small pay-note">
            {cartMessages.poweredBy} By paying you accept the{' '}
            <Link className="link" to={paths.termsOfService}>
              terms of service
            </Link>
            . For people under 18 an adult pays.
          </p>
        </div>
      </div>
    </form>
  )
}

/** Why the button does nothing yet; null once it does. `unticked` is the consent that lacks. */
function whyWait(element: 'loading' | 'ready' | 'failed', unticked: string | null): string | null {
  if (element === 'failed') return 'The payment form is missing. Press “Try again” above.'
  if (element === 'loading') return 'The payment form is still loading.'
  return unticked && `Tick “${unticked.split('.', 1)}” to pay.`
}

/** The fields of the invoice may stand above the edge of the screen. */
function whatIsWrong(count: number): string | null {
  if (count === 0) return null
  return `${capitalised(inWords(count))} invoice ${count === 1 ? 'field' : 'fields'} above ${count === 1 ? 'needs' : 'need'} another look.`
}

/** One press pays, with what the device knows. */
const WALLETS: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  paymentMethods: {
    applePay: 'auto',
    googlePay: 'auto',
    amazonPay: 'never',
    klarna: 'never',
    link: 'never',
    paypal: 'never',
  },
}

function usePaymentOptions(email: string): StripePaymentElementOptions {
  return useMemo(
    () => ({
      layout: { type: 'accordion', radios: 'always', spacedAccordionItems: false },
      // They stand above it.
      wallets: { applePay: 'never', googlePay: 'never' },
      defaultValues: { billingDetails: { email } },
    }),
    [email],
  )
}
