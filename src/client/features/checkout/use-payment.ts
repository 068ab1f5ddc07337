import { useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  StripeElements,
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { errorCode, errorField, errorText } from '#client/lib/error-text.ts'
import { checkoutData } from '#client/lib/stored.ts'
import { type Notice, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { PaymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { consentVersionOf, type Details, type DetailsForm, namedBuyer } from './components/details-form.ts'
import type { PayableOrder } from './components/intent-gate.tsx'
import type { MoneyOutcome, PaymentError } from './components/payment-note.tsx'
import { type Confirmed, confirmWithProvider } from './components/provider-answer.ts'
import { endSession, successPath } from './use-checkout-intent.ts'
import { outcomeKey } from './use-payment-outcome.ts'

type PaymentInput = {
  order: PayableOrder
  form: DetailsForm
  onPaying: (isPaying: boolean) => void
  onError: (error: PaymentError | null) => void
  onRenew: () => void
}

const RENEWED: PaymentError = {
  title: 'Please look at the order again',
  text: 'It was open for too long or was changed in another window, so it was made anew. Check the sum, fill in the card and pay.',
  money: { kind: 'untaken' },
}

/**
 * One press of the button: the provider's form is checked, the consent written down, the payment confirmed with
 * the provider, and the server asked what became of it. Whatever fails, the cart stays and the next try works.
 */
export function usePayment({ order, form, onPaying, onError, onRenew }: PaymentInput) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  // Two clicks can come before the button shows that it is busy.
  const isLocked = useRef(false)
  const queryClient = useQueryClient()
  const tellAfter = useToastAfter()
  const recordDetails = trpc.checkout.recordDetails.useMutation()
  const confirmPayment = trpc.checkout.confirmPayment.useMutation()
  const returnUrl = new URL(successPath({ orderId: order.orderId, paymentIntentId: null }), location.origin)
    .href

  async function submit(event: SubmitEvent) {
    let isCardFirst = false
    await form.handleSubmit(
      (details) => attempt(() => tryToPay(details)),
      // What the card lacks is marked together with what is missing here.
      async ({ consent }) => {
        const lacksCard = elements !== null && !(await isFilledIn(elements))
        isCardFirst = lacksCard && consent === undefined
      },
    )(event)
    // It stands above the other fields; the form library takes the focus to those once more after this.
    if (isCardFirst) setTimeout(() => elements?.getElement('payment')?.focus())
  }

  async function attempt(payment: () => Promise<void>, fail = () => {}) {
    if (isLocked.current) return fail()
    isLocked.current = true
    onPaying(true)
    try {
      await payment()
    } catch {
      fail()
      breakOff(checkoutMessages.unexpected, { kind: 'unknown', orderId: order.orderId })
    } finally {
      isLocked.current = false
      onPaying(false)
    }
  }

  function pay(event: SubmitEvent) {
    // Before anything is checked: a form that stops at its own error no longer speaks of the last payment.
    if (!isLocked.current) onError(null)
    return submit(event)
  }

  /** A wallet opens where nothing else is missing; what is missing gets the focus. */
  function openWallet({ resolve, reject }: StripeExpressCheckoutElementClickEvent) {
    onError(null)
    return form.handleSubmit(
      () => resolve(),
      () => reject(),
    )()
  }

  /** The wallet has asked for the payer's consent to the payment, and waits for what comes of it. */
  function payByWallet({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) {
    const fail = () => paymentFailed({ reason: 'fail' })
    return form.handleSubmit(
      (details) => attempt(async () => ((await writeDown(details)) ? confirm() : fail()), fail),
      fail,
    )()
  }

  async function tryToPay(details: Details) {
    if (elements === null) return
    if ((await isFilledIn(elements)) && (await writeDown(details))) await confirm()
  }

  async function confirm() {
    if (stripe === null || elements === null) return
    const { clientSecret } = order
    await follow(await confirmWithProvider({ stripe, elements, clientSecret, returnUrl }))
  }

  /** A half-filled card is none: the provider's form says so beside its own field. */
  async function isFilledIn(elements: StripeElements): Promise<boolean> {
    try {
      return (await elements.submit()).error?.type !== 'validation_error'
    } catch {
      breakOff(checkoutMessages.unexpected, { kind: 'untaken' })
      return false
    }
  }

  /** Consent and buyer go to the server before any money moves; false where that was refused. */
  async function writeDown({ buyer, noNews }: Details): Promise<boolean> {
    const consent = { immediateAccess: true, wordingVersion: consentVersionOf(order) } as const
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
        breakOff(errorText(error, checkoutMessages.unexpected), { kind: 'untaken' })
    }
  }

  function blameField(error: unknown) {
    if (errorField(error) !== 'buyer.postcode') return
    form.setError('buyer.postcode', { message: errorText(error, checkoutMessages.postcodeInvalid) })
  }

  function renew() {
    onError(RENEWED)
    onRenew()
  }

  async function follow(confirmed: Confirmed): Promise<void> {
    switch (confirmed.kind) {
      case 'refused':
        return refuse(confirmed.text, { kind: 'declined' })
      case 'untaken':
        return breakOff(checkoutMessages.unexpected, { kind: 'untaken' })
      case 'unknown':
        return breakOff(checkoutMessages.unexpected, { kind: 'unknown', orderId: order.orderId })
      case 'cancelled':
        return renew()
      case 'settling':
        return tellServer(confirmed.intentId)
    }
  }

  /** The money is on its way or there: from here on only the success page speaks, and it asks the server again. */
  async function tellServer(paymentIntentId: string) {
    const outcome = await askServer(paymentIntentId)
    if (outcome?.status === 'failed' || outcome?.status === 'requires_payment') {
      return refuse(outcome.message, { kind: 'failed' })
    }
    if (outcome?.status === 'paid') {
      tellAfter({ title: checkoutMessages.paymentSuccessful, tone: 'good' })
      checkoutData.clear()
    }
    const name = { orderId: order.orderId, paymentIntentId }
    // The next page begins with it.
    if (outcome !== null) queryClient.setQueryData(outcomeKey(name), outcome)
    await navigate(successPath(name), { replace: true })
  }

  async function askServer(paymentIntentId: string): Promise<PaymentSuccessOutput | null> {
    try {
      return await confirmPayment.mutateAsync({ paymentIntentId })
    } catch {
      return null
    }
  }

  function breakOff(text: string, money: MoneyOutcome) {
    onError({ title: checkoutMessages.paymentError, text, money })
  }

  function refuse(text: string, money: MoneyOutcome) {
    onError({ title: checkoutMessages.paymentFailed, text, money })
  }

  return { pay, openWallet, payByWallet }
}

/** Tells it once another page has taken the place of this one. */
function useToastAfter(): (notice: Notice) => void {
  const kept = useRef<Notice | null>(null)
  useEffect(
    () => () => {
      if (kept.current !== null) toast(kept.current)
    },
    [],
  )
  return (notice) => {
    kept.current = notice
  }
}
