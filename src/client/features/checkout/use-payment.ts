import { useElements, useStripe } from '@stripe/react-stripe-js'
import { type SubmitEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { checkoutMessages, currentConsentVersion } from '#shared/messages/checkout.ts'
import type { PaymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { errorCode, errorField, errorText } from '../../lib/error-text.ts'
import { checkoutData } from '../../lib/stored.ts'
import { toast } from '../../lib/toast.ts'
import { trpc } from '../../lib/trpc.ts'
import { type Details, type DetailsForm, namedBuyer } from './components/details-form.ts'
import { endSession } from './components/end-session.ts'
import type { PayableOrder } from './components/intent-gate.tsx'
import type { PaymentFault } from './components/payment-note.tsx'
import { type Confirmed, confirmWithProvider } from './components/provider-answer.ts'
import { successPath } from './components/success-path.ts'

type PaymentInput = {
  order: PayableOrder
  form: DetailsForm
  onFault: (fault: PaymentFault | null) => void
  onRenew: () => void
}

const RENEWED: PaymentFault = {
  title: 'Please look at the order again',
  text: 'It was open for too long or was changed in another window, so it was made anew. Check the sum, fill in the card and pay.',
  isNothingTaken: true,
}

/**
 * One press of the button: the provider's form is checked, the consent written down, the payment confirmed with
 * the provider, and the server asked what became of it. Whatever fails, the cart stays and the next try works.
 */
export function usePayment({ order, form, onFault, onRenew }: PaymentInput) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [isPaying, setPaying] = useState(false)
  // Two clicks can come before the button shows that it is busy.
  const isLocked = useRef(false)
  const recordDetails = trpc.checkout.recordDetails.useMutation()
  const confirmPayment = trpc.checkout.confirmPayment.useMutation()
  const returnUrl = new URL(successPath({ orderId: order.orderId, paymentIntentId: null }), location.origin)
    .href

  const submit = form.handleSubmit(async (details) => {
    if (isLocked.current) return
    isLocked.current = true
    setPaying(true)
    try {
      await tryToPay(details)
    } catch {
      breakOff(checkoutMessages.unexpected, false)
    } finally {
      isLocked.current = false
      setPaying(false)
    }
  })

  function pay(event: SubmitEvent) {
    // Before anything is checked: a form that stops at its own fault no longer speaks of the last payment.
    if (!isLocked.current) onFault(null)
    return submit(event)
  }

  async function tryToPay(details: Details) {
    if (stripe === null || elements === null) return
    const checked = await elements.submit()
    // A half-filled card: the provider's form says so beside its own field.
    if (checked.error?.type === 'validation_error') return
    if (!(await writeDown(details))) return
    const { clientSecret } = order
    await follow(await confirmWithProvider({ stripe, elements, clientSecret, returnUrl }))
  }

  /** Consent and buyer go to the server before any money moves; false where that was refused. */
  async function writeDown({ buyer, noNews }: Details): Promise<boolean> {
    const consent = { immediateAccess: true, wordingVersion: currentConsentVersion } as const
    try {
      await recordDetails.mutateAsync({ orderId: order.orderId, consent, buyer: namedBuyer(buyer), noNews })
      return true
    } catch (error) {
      refuseDetails(error)
      return false
    }
  }

  function refuseDetails(error: unknown) {
    switch (errorCode(error)) {
      case 'NOT_SIGNED_IN':
        return endSession()
      case 'ORDER_NOT_OPEN':
      case 'ORDER_NOT_FOUND':
        return renew()
      default:
        blameField(error)
        breakOff(errorText(error, checkoutMessages.unexpected), true)
    }
  }

  function blameField(error: unknown) {
    if (errorField(error) !== 'buyer.postcode') return
    form.setError('buyer.postcode', { message: errorText(error, checkoutMessages.postcodeInvalid) })
  }

  function renew() {
    onFault(RENEWED)
    onRenew()
  }

  async function follow(confirmed: Confirmed): Promise<void> {
    if (confirmed.kind === 'refused') return refuse(confirmed.text, true)
    if (confirmed.kind === 'unknown') {
      return fail({
        title: checkoutMessages.paymentError,
        text: checkoutMessages.unexpected,
        isNothingTaken: false,
      })
    }
    if (confirmed.kind === 'cancelled') return renew()
    await tellServer(confirmed.intentId)
  }

  /** The money is on its way or there: from here on only the success page speaks, and it asks the server again. */
  async function tellServer(paymentIntentId: string) {
    const outcome = await askServer(paymentIntentId)
    if (outcome?.status === 'failed' || outcome?.status === 'requires_payment') {
      return refuse(outcome.message, false)
    }
    if (outcome?.status === 'paid') {
      toast({ title: checkoutMessages.paymentSuccessful, tone: 'good' })
      checkoutData.clear()
    }
    await navigate(successPath({ orderId: order.orderId, paymentIntentId }), { replace: true })
  }

  async function askServer(paymentIntentId: string): Promise<PaymentSuccessOutput | null> {
    try {
      return await confirmPayment.mutateAsync({ paymentIntentId })
    } catch {
      return null
    }
  }

  function breakOff(text: string, isNothingTaken: boolean) {
    fail({ title: checkoutMessages.paymentError, text, isNothingTaken })
  }

  function refuse(text: string, isNothingTaken: boolean) {
    fail({ title: checkoutMessages.paymentFailed, text, isNothingTaken, isPaymentRefused: true })
  }

  function fail(fault: PaymentFault) {
    toast({ title: fault.title, description: fault.text, tone: 'bad' })
    onFault(fault)
  }

  return { pay, isPaying }
}
