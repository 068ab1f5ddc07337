import { Elements } from '@stripe/react-stripe-js'
import { screen, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import {
  type Details,
  type DetailsInput,
  initialDetails,
  resolveDetails,
} from '#client/features/checkout/components/details-form.ts'
import { usePayment } from '#client/features/checkout/use-payment.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, fakeServer, refuse } from '#tests/support/fake-server.ts'
import { anOrder } from './open-checkout.tsx'

type RecordDetails = NonNullable<NonNullable<Answers['checkout']>['recordDetails']>

/** Each press of the button is a payment that a wallet's sheet has agreed to; gives what the sheets are told. */
function openWallet(recordDetails: RecordDetails, onRenew = () => {}) {
  const server = fakeServer({ checkout: { recordDetails } })
  const told = vi.fn()
  const order = { ...anOrder(), clientSecret: 'pi_none_secret_none' }
  let presses = 0
  function Wallet() {
    const form = useForm<DetailsInput, unknown, Details>({
      resolver: resolveDetails,
      defaultValues: { ...initialDetails(order), consent: true },
    })
    const { payByWallet } = usePayment({ order, form, onPaying: () => {}, onError: () => {}, onRenew })
    const press = () => {
      presses += 1
      const number = presses
      void payByWallet({
        expressPaymentType: 'google_pay',
        paymentFailed: () => told(number),
      })
    }
    return (
      <button type="button" onClick={press}>
        Wallet
      </button>
    )
  }
  const Screen = () => (
    <Elements stripe={null}>
      <Wallet />
    </Elements>
  )
  const user = openScreen({ Screen, at: '/checkout' })
  return { told, server, press: () => user.click(screen.getByRole('button', { name: 'Wallet' })) }
}

it('tells a wallet that comes while another payment is under way that it failed', async () => {
  const { told, server, press } = openWallet(() => new Promise(() => {}))
  await press()
  await waitFor(() => expect(server.inputsOf('checkout.recordDetails')).toHaveLength(1))
  expect(told).not.toHaveBeenCalled()
  await press()
  await waitFor(() => expect(told.mock.calls).toEqual([[2]]))
  expect(server.inputsOf('checkout.recordDetails')).toHaveLength(1)
})

it('tells a wallet that its payment failed where something breaks on the way', async () => {
  const { told, press } = openWallet(
    () => refuse('ORDER_NOT_OPEN'),
    () => {
      throw new Error('Broken')
    },
  )
  await press()
  await waitFor(() => expect(told.mock.calls).toEqual([[1]]))
})
