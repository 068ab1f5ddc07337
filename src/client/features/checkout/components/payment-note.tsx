import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { Note } from '../../../ui/note.tsx'

/** Why a payment did not go through: a title and the provider's or the shop's sentence. */
export type PaymentFault = {
  title: string
  text: string
  /** Whether it is certain that no money moved. */
  isNothingTaken: boolean
  /** Whoever was to pay said no: another card or way may help. */
  isPaymentRefused?: boolean
}

/** The last failure, above everything else. The focus goes to it, so that it is read and seen before the next try. */
export function PaymentNote({ fault }: { fault: PaymentFault | null }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (fault !== null) box.current?.focus()
  }, [fault])
  if (fault === null) return null
  return (
    <section ref={box} tabIndex={-1} className="mt-5" aria-label={fault.title}>
      <Note tone="bad" title={fault.title} live="off">
        <p>{fault.text}</p>
        {fault.isNothingTaken && <p>Nothing was taken, and your cart is kept.</p>}
        {!fault.isNothingTaken && !fault.isPaymentRefused && <LookFirst />}
        {fault.isPaymentRefused && <p>Check the card and try again, or pay another way below.</p>}
      </Note>
    </section>
  )
}

function LookFirst() {
  return (
    <p>
      We do not know yet whether the payment went through. Look under{' '}
      <Link className="link" to={paths.dashboard()}>
        My Videos
      </Link>{' '}
      before you try again: a film that is open there is paid for.
    </p>
  )
}
