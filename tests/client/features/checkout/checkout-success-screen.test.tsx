import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CheckoutSuccessScreen } from '#client/features/checkout/checkout-success-screen.tsx'
import { GoToVideosButton } from '#client/features/checkout/components/outcome-page.tsx'
import { checkoutSuccessRedirectMs } from '#shared/limits.ts'
import type { PaymentStatus } from '#shared/schemas/checkout.ts'
import { openScreen, pass, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { anOrder, anOutcome, CART, keepWish, SIGNED_IN, stored, WISH } from './open-checkout.tsx'

type Checkout = NonNullable<Answers['checkout']>

const BACK = '/checkout-success?order=order-1&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret'

function Screen() {
  const { search } = useLocation()
  return (
    <>
      <CheckoutSuccessScreen />
      <aside aria-label="Query">{search}</aside>
    </>
  )
}

function open(checkout: Checkout, { at = BACK, isSignedIn = true } = {}) {
  keepWish()
  const server = fakeServer({ ...SIGNED_IN, checkout })
  return { server, user: openScreen({ Screen, at, isSignedIn }) }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a paid order', () => {
  it('is told with its invoice and closing date, and the cart is done with', async () => {
    const { server } = open({ confirmPayment: () => anOutcome() })
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    const told = screen.getByRole('status')
    expect(told).toHaveTextContent(
      'Navigation and Meteorology are open until 21 February 2027. The invoice is on its way to sam@example.com.',
    )
    const order = screen.getByRole('complementary', { name: 'Order summary' })
    expect(order).toHaveTextContent('Invoice numberINV-000123Paid£108.00')
    expect(order).toHaveTextContent(
      'Something wrong? Exchange a film bought by mistake, or ask for a refund.',
    )
    expect(screen.getByRole('link', { name: 'Return to Homepage' })).toHaveAttribute('href', '/')
    await waitFor(() => expect(stored('checkoutData')).toBeNull())
    expect(localStorage.getItem('cartItems')).toBeNull()
    expect(server.inputsOf('checkout.confirmPayment')).toEqual([{ paymentIntentId: 'pi_1' }])
    for (const title of ['Navigation', 'Meteorology'])
      expect(screen.getByRole('button', { name: `Start ${title}` })).toBeVisible()
  })

  it('says what its total is made of, as the checkout did', async () => {
    open({ confirmPayment: () => anOutcome({ sums: anOrder() }) })
    const order = await screen.findByRole('complementary', { name: 'Order summary' })
    expect(order).toHaveTextContent(
      'Two films£120.00Hedgerow Flying Club, 10%−£12.00Price before VAT£90.00VAT, 20%£18.00Paid£108.00',
    )
    expect(screen.queryByRole('button', { name: /^Remove code/ })).toBeNull()
  })

  it('of one film begins with it', async () => {
    open({ confirmPayment: () => anOutcome({ videoIds: [2] }) })
    expect(await screen.findByRole('button', { name: 'Start Navigation' })).toHaveTextContent(
      'Start Navigation',
    )
  })

  it('gives its invoice as a file from the start, so that no button comes later', async () => {
    const { server, user } = open({
      confirmPayment: () => anOutcome(),
      document: () => refuse('INVOICE_NOT_FOUND'),
    })
    await screen.findByRole('heading', { name: 'Payment Successful!' })
    const button = screen.getByRole('button', { name: 'Download invoice INV-000123' })
    expect(button).toHaveTextContent('Download the invoice (PDF)')
    await user.click(button)
    await waitFor(() =>
      expect(server.inputsOf('checkout.document')).toEqual([{ userId: SAM.id, documentId: 'paper-1' }]),
    )
    expect(server.inputsOf('checkout.orders')).toEqual([])
  })

  it('has no invoice to download where the server is one from before it named it', async () => {
    const { invoiceId: _, ...old } = anOutcome()
    open({ confirmPayment: () => old })
    await screen.findByRole('heading', { name: 'Payment Successful!' })
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
  })

  it('has what the student owns asked for again', async () => {
    const { server } = open({ confirmPayment: () => anOutcome() })
    await screen.findByRole('heading', { name: 'Payment Successful!' })
    await waitFor(() => expect(server.inputsOf('progress.videos').length).toBeGreaterThan(1))
  })

  it('leaves videos alone that came into the cart since', async () => {
    open({ confirmPayment: () => anOutcome({ videoIds: [2] }) })
    await screen.findByRole('heading', { name: 'Payment Successful!' })
    await waitFor(() => expect(stored('cartItems')).toEqual(CART.slice(1)))
    expect(stored('checkoutData')).toEqual(WISH)
  })

  it('of nothing to pay is known by its order', async () => {
    const outcome = anOutcome({ total: '0.00' })
    const { server } = open({ orderStatus: () => outcome }, { at: '/checkout-success?order=order-1' })
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    expect(server.inputsOf('checkout.orderStatus')).toEqual([{ orderId: 'order-1' }])
  })

  it('keeps the payment’s secret out of the address', async () => {
    open({ confirmPayment: () => anOutcome() })
    await waitFor(() =>
      expect(screen.getByLabelText('Query').textContent).toBe('?order=order-1&payment_intent=pi_1'),
    )
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  })
})

describe('the truth otherwise', () => {
  it.each<[PaymentStatus, string, string, string | null]>([
    ['failed', 'Payment Failed', 'Nothing was taken. Your cart is kept.', 'Try again'],
    ['requires_payment', 'Payment Failed', 'Nothing was taken. Your cart is kept.', 'Try again'],
    [
      'requires_action',
      'One step is missing',
      'Your bank asks you to confirm this payment. Nothing was taken.',
      'Back to the checkout',
    ],
    [
      'cancelled',
      'Order cancelled',
      'This order was cancelled. Anything paid for it is returned to you.',
      null,
    ],
  ])('is told when it is %s; nothing is cleared', async (status, title, words, back) => {
    open({
      confirmPayment: () => anOutcome({ success: false, status, expiresAt: null, invoiceNumber: null }),
    })
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
    if (back !== null) expect(screen.getByRole('link', { name: back })).toHaveAttribute('href', '/checkout')
    expect(stored('cartItems')).toEqual(CART)
    expect(stored('checkoutData')).toEqual(WISH)
  })

  it('is asked for again while the bank decides', async () => {
    vi.useFakeTimers()
    const states: PaymentStatus[] = ['processing', 'processing', 'paid']
    const { server } = open({ confirmPayment: () => anOutcome({ status: states.shift() ?? 'paid' }) })
    await pass(500)
    expect(screen.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    expect(stored('cartItems')).toEqual(CART)
    await pass(10_000)
    expect(screen.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
    await pass(60_000)
    expect(server.inputsOf('checkout.confirmPayment')).toHaveLength(3)
  })

  it.each<[PaymentStatus, string]>([
    ['cancelled', 'Order cancelled'],
    ['paid', 'Payment Successful!'],
  ])('is %s after an order that waits at the bank was to be cancelled', async (status, title) => {
    let now: PaymentStatus = 'processing'
    const { server, user } = open({
      confirmPayment: () => anOutcome({ status: now }),
      cancelUnpaid: () => {
        now = status
        return anOutcome({ status })
      },
    })
    expect(await screen.findByText('If it is refused, nothing is taken and your cart is kept.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel this order' }))
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(server.inputsOf('checkout.cancelUnpaid')).toEqual([{ orderId: anOutcome().orderId }])
  })

  it.each([
    ['Klarna', /^Klarna has not confirmed yet\./],
    ['Card', /^Your bank has not confirmed yet\./],
    [null, /^Your bank has not confirmed yet\./],
  ])('names who has not confirmed yet: %s', async (method, words) => {
    open({ confirmPayment: () => anOutcome({ status: 'processing', method }) })
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('is that Stripe no longer cancels what the bank has begun', async () => {
    const outcome = anOutcome({ status: 'processing' })
    const { user } = open({ confirmPayment: () => outcome, cancelUnpaid: () => outcome })
    await user.click(await screen.findByRole('button', { name: 'Cancel this order' }))
    expect(screen.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
    const told = await screen.findByText(/^This payment can no longer be cancelled here\./)
    expect(screen.getByRole('status')).toContainElement(told)
    expect(told).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Cancel this order' })).toBeNull()
    expect(screen.queryByText('Not cancelled')).toBeNull()
  })

  it('names what waits and its sum; to cancel it is the last of the ways on', async () => {
    open({ confirmPayment: () => anOutcome({ status: 'processing' }) })
    await screen.findByRole('heading', { name: 'Payment on its way' })
    const order = screen.getByRole('complementary', { name: 'Order summary' })
    expect(order).toHaveTextContent('NavigationMeteorologyTotal£108.00')
    const home = screen.getByRole('link', { name: 'Return to Homepage' })
    const cancel = screen.getByRole('button', { name: 'Cancel this order' })
    expect(home.compareDocumentPosition(cancel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('is that the server did not answer, and can be asked for again', async () => {
    let isAway = true
    const { user } = open({ confirmPayment: () => (isAway ? loseNetwork() : anOutcome()) })
    expect(await screen.findByRole('heading', { name: 'The payment could not be checked' })).toBeVisible()
    expect(stored('checkoutData')).toEqual(WISH)
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
  })

  it('is the server’s sentence where it refuses', async () => {
    open({ confirmPayment: () => refuse('PAYMENT_NOT_FOUND') })
    expect(await screen.findByText('We could not find that payment.')).toBeVisible()
  })

  it('is for the buyer alone', async () => {
    const { server } = open({}, { isSignedIn: false })
    expect(await screen.findByRole('heading', { name: 'Please sign in' })).toBeVisible()
    expect(server.calls).toEqual([])
  })

  it('is that there is no payment where none is named', async () => {
    open({}, { at: '/checkout-success' })
    expect(await screen.findByRole('heading', { name: 'No payment to show' })).toBeVisible()
    expect(stored('cartItems')).toEqual(CART)
  })
})

describe('Go to My Videos', () => {
  function openButton(me: NonNullable<NonNullable<Answers['auth']>['me']>, isSignedIn: boolean) {
    vi.useFakeTimers()
    const loaded: string[] = []
    fakeServer({ auth: { me } })
    const Button = () => <GoToVideosButton loadPage={(path) => loaded.push(path)} />
    openScreen({ Screen: Button, at: '/checkout-success', isSignedIn })
    return loaded
  }

  async function press() {
    await pass(500)
    screen.getByRole('button', { name: 'Go to My Videos' }).click()
    await pass(0)
    expect(screen.queryByRole('main', { name: 'Elsewhere' })).toBeNull()
    await pass(checkoutSuccessRedirectMs)
  }

  it('leads to the buyer’s own dashboard', async () => {
    const loaded = openButton(() => ({ id: SAM.id, user: SAM }), true)
    await press()
    expect(screen.getByRole('main', { name: 'Elsewhere' }).textContent).toBe(`/dashboard/${SAM.id}`)
    expect(loaded).toEqual([])
  })

  it('loads the page again with a token that could not be checked', async () => {
    const loaded = openButton(() => breakDown(503), true)
    await press()
    expect(loaded).toEqual(['/dashboard'])
  })

  it('leads to the sign-in without one', async () => {
    const loaded = openButton(() => breakDown(503), false)
    await press()
    expect(screen.getByRole('main', { name: 'Elsewhere' }).textContent).toBe('/login')
    expect(loaded).toEqual([])
  })
})
