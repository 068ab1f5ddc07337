import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { successPath } from '#client/features/checkout/use-checkout-intent.ts'
import { Note } from '#client/ui/alert.tsx'

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

/** The last failure, above everything else. The focus goes to it, so that it is read and seen before the next try. */
export function PaymentNote({ error }: { error: PaymentError | null }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (error !== null) box.current?.focus()
  }, [error])
  if (error === null) return null
  return (
    <section ref={box} tabIndex={-1} className="payment-note" aria-label={error.title}>
      <Note tone="bad" title={error.title} live="off">
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
