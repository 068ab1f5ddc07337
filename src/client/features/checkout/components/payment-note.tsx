import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { successPath } from '#client/features/checkout/use-checkout-intent.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Status } from '#client/ui/status.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'

/** What is known of the money after a payment that did not go through. */
export type MoneyOutcome =
  /** It never moved. */
  | { kind: 'untaken' }
  /** It never moved: the payer or the bank said no, and another card or way may help. */
  | { kind: 'declined' }
  /** As with `declined`, but the server has said already that it never moved. */
  | { kind: 'failed' }
  /** No one knows before the server has been asked about the order. */
  | { kind: 'unknown'; orderId: string }

/** Why a payment did not go through: a title and the provider's or the shop's sentence. */
export type PaymentError = { title: string; text: string; money: MoneyOutcome }

/** What another card or way to pay may mend: said beside them. The rest is about the order and stands above the form. */
export const isRefusal = ({ money }: PaymentError) => money.kind === 'declined' || money.kind === 'failed'

/** The last failure. The focus goes to it, so that it is read and seen before the next try. */
export function PaymentNote({ error }: { error: PaymentError }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section ref={box} tabIndex={-1} className="payment-note" aria-label={error.title}>
      <Note tone="bad" title={<Status kind="stop">{error.title}</Status>} live="off">
        <p>{error.text}</p>
        <WhatNow money={error.money} />
      </Note>
    </section>
  )
}

function WhatNow({ money }: { money: MoneyOutcome }) {
  if (money.kind === 'unknown') {
    return (
      <p>
        We do not know yet whether the payment went through.{' '}
        <Link className="link" to={successPath({ orderId: money.orderId, paymentIntentId: null })}>
          See what became of it
        </Link>{' '}
        before you try again.
      </p>
    )
  }
  return (
    <>
      {money.kind !== 'failed' && <p>Nothing was taken, and your cart is kept.</p>}
      {money.kind !== 'untaken' && <p>Check the card and try again, or pay another way below.</p>}
    </>
  )
}

/** The provider's form is not there; it is asked for once more. */
export function StripeMissing({ onRetry }: { onRetry: () => void }) {
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
