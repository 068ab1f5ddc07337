import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CheckoutSuccessScreen } from '#client/features/checkout/checkout-success-screen.tsx'
import { outcomeKey } from '#client/features/checkout/use-payment-outcome.ts'
import { trpc } from '#client/lib/trpc.ts'
import type { PaymentStatus } from '#shared/schemas/checkout.ts'
import { openScreen, pass } from '#tests/client/features/auth/open-screen.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'
import { anOutcome, keepWish, SIGNED_IN } from './open-checkout.tsx'

const BACK = '/checkout-success?order=order-1&payment_intent=pi_1'

/** The header, which asks what is on its way. */
function AfterTheHeader() {
  const { data } = trpc.checkout.pending.useQuery()
  return data ? <CheckoutSuccessScreen /> : null
}

const PAYMENT = { orderId: 'order-1', paymentIntentId: 'pi_1' }

/** As after a payment: the answer to it is there before the page. */
function AfterPaying() {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(
    () => queryClient.setQueryData(outcomeKey(PAYMENT), anOutcome()) !== null,
  )
  const [isKept, setKept] = useState(true)
  return (
    <>
      {isOpen && <CheckoutSuccessScreen />}
      <button type="button" onClick={() => setOpen(false)}>
        Leave
      </button>
      <button
        type="button"
        onClick={() => setKept(queryClient.getQueryData(outcomeKey(PAYMENT)) !== undefined)}
      >
        {isKept ? 'Kept' : 'Forgotten'}
      </button>
    </>
  )
}

/** As after a sign-out elsewhere: the header's answer is still there. */
function AfterSigningOut() {
  const { checkout } = trpc.useUtils()
  useState(() =>
    checkout.pending.setData(undefined, { orderId: 'order-1', method: 'Klarna', total: '60.00', videos: [] }),
  )
  return <CheckoutSuccessScreen />
}

afterEach(() => {
  vi.useRealTimers()
})

describe('what is known of a payment', () => {
  it('is shown before the server is asked again, where the header knows that it waits', async () => {
    const videos = [{ videoId: 2, title: 'Navigation' }]
    keepWish()
    const { inputsOf } = fakeServer({
      ...SIGNED_IN,
      checkout: {
        pending: () => ({ orderId: 'order-1', method: 'Klarna', total: '60.00', videos }),
        orderStatus: () => new Promise(() => undefined),
      },
    })
    openScreen({ Screen: AfterTheHeader, at: '/checkout-success?order=order-1', isSignedIn: true })
    expect(await screen.findByText(/^Klarna has not confirmed yet\./)).toBeVisible()
    expect(screen.getByRole('complementary', { name: 'Order summary' })).toHaveTextContent(
      'NavigationTotal£60.00',
    )
    await waitFor(() => expect(inputsOf('checkout.orderStatus')).not.toEqual([]))
  })

  it.each([
    ['was told', AfterPaying, BACK],
    ['waits', AfterSigningOut, '/checkout-success?order=order-1'],
  ])('is for the buyer alone where an earlier one %s', async (_case, Screen, at) => {
    const { calls } = fakeServer({})
    openScreen({ Screen, at })
    expect(await screen.findByRole('heading', { name: 'Please sign in' })).toBeVisible()
    expect(screen.queryByText(/INV-000123|Klarna|£/)).toBeNull()
    expect(calls).toEqual([])
  })

  it('is forgotten when the page is left', async () => {
    fakeServer({ ...SIGNED_IN, checkout: { confirmPayment: () => anOutcome() } })
    const user = openScreen({ Screen: AfterPaying, at: BACK, isSignedIn: true })
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    await waitFor(async () => {
      await user.click(screen.getByRole('button', { name: /Kept|Forgotten/ }))
      expect(screen.getByRole('button', { name: 'Forgotten' })).toBeVisible()
    })
  })

  it('waits for the sums of a server from before they were told', async () => {
    const videos = [{ videoId: 2, title: 'Navigation' }]
    const { inputsOf } = fakeServer({
      ...SIGNED_IN,
      checkout: {
        pending: () => ({ orderId: 'order-1', method: 'Klarna', videos }),
        orderStatus: () => new Promise(() => undefined),
      },
    })
    openScreen({ Screen: AfterTheHeader, at: '/checkout-success?order=order-1', isSignedIn: true })
    expect(await screen.findByText('The answer appears here by itself.')).toBeVisible()
    await waitFor(() => expect(inputsOf('checkout.orderStatus')).not.toEqual([]))
  })

  it.each<[PaymentStatus, string]>([
    ['failed', 'Nothing was taken. Your cart is kept.'],
    ['cancelled', 'This order was cancelled.'],
    ['paid', 'Navigation and Meteorology are open'],
  ])('is announced where it stood when what was on its way is %s', async (status, words) => {
    vi.useFakeTimers()
    const states: PaymentStatus[] = ['processing']
    fakeServer({
      ...SIGNED_IN,
      checkout: { confirmPayment: () => anOutcome({ status: states.shift() ?? status }) },
    })
    openScreen({ Screen: CheckoutSuccessScreen, at: BACK, isSignedIn: true })
    await pass(500)
    const told = screen.getByRole('status')
    expect(told).toHaveTextContent('Your bank has not confirmed yet.')
    await pass(10_000)
    expect(screen.getByRole('status')).toBe(told)
    expect(told).toHaveTextContent(words)
    expect(screen.getByRole('complementary', { name: 'Order summary' })).toHaveTextContent('£108.00')
  })
})
