import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fillIn, findElsewhere } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'
import {
  anOrder,
  anOutcome,
  CART,
  consent,
  fillCard,
  findNotices,
  openCheckout,
  pay,
  stored,
  WISH,
} from './open-checkout.tsx'

const NO_NEWS = 'No news by email, please'
const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
const AFTER = /^\/checkout-success\?order=order-1&payment_intent=pi_/

describe('paying', () => {
  it('writes the consent down, pays, asks the server, and goes on with the checkout data cleared', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    expect(await findElsewhere()).toMatch(AFTER)
    expect((await findNotices()).getByText('Payment Successful')).toBeVisible()
    const { server, sandbox, intent } = checkout
    expect(server.inputsOf('checkout.recordDetails')).toEqual([
      {
        orderId: 'order-1',
        consent: { immediateAccess: true, wordingVersion: '2026-11' },
        buyer: null,
        noNews: false,
      },
    ])
    expect(server.inputsOf('checkout.confirmPayment')).toEqual([{ paymentIntentId: intent.id }])
    expect(await sandbox.statusOf(intent.id)).toBe('succeeded')
    expect(stored('checkoutData')).toBeNull()
  })

  it('says so once the next page has come', async () => {
    const early: string[] = []
    const watch = new MutationObserver(() => {
      if (screen.queryByText('Payment Successful') && screen.queryByRole('heading', { name: 'Checkout' }))
        early.push('still at the checkout')
    })
    watch.observe(document.body, { childList: true, subtree: true })
    const checkout = await openCheckout()
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    expect(await findElsewhere()).toMatch(AFTER)
    expect((await findNotices()).getByText('Payment Successful')).toBeVisible()
    watch.disconnect()
    expect(early).toEqual([])
  })

  it('asks for the consent before Stripe has come', async () => {
    await openCheckout({ isWaitingForStripe: true })
    expect(await screen.findByLabelText(/^Open my films now/)).toBeVisible()
    expect(screen.getByText('Preparing your order…')).toBeVisible()
    expect(screen.queryByLabelText('Card number')).toBeNull()
  })

  it('is the last of the steps from the cart', async () => {
    await openCheckout({ isWaitingForStripe: true })
    await screen.findByLabelText(/^Open my films now/)
    const steps = within(screen.getByRole('list', { name: 'Steps to your films' }))
    expect(steps.getByText('Pay').closest('li')).toHaveAttribute('aria-current', 'step')
    expect(screen.getByRole('heading', { name: 'How you pay' })).toBeVisible()
  })

  it('waits for the consent, and says why beside the button', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    const button = screen.getByRole('button', { name: 'Pay £108.00' })
    // It is pressed, and says what is missing.
    expect(button).not.toHaveAttribute('aria-disabled')
    expect(button).toHaveAccessibleDescription('Tick “Open my films now” to pay.')
    await pay(checkout)
    const box = screen.getByLabelText(/^Open my films now/)
    await waitFor(() => expect(box).toHaveFocus())
    expect(box).toHaveAccessibleDescription('Please confirm that the films may open now.')
    expect(checkout.server.inputsOf('checkout.recordDetails')).toEqual([])
    await consent(checkout)
    expect(box).not.toHaveAccessibleDescription()
    expect(button).not.toHaveAttribute('aria-disabled')
    expect(button).not.toHaveAccessibleDescription()
  })

  it('asks for the consent of a form that is sent without its button', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    const form = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay £108.00' }).form
    if (!form) throw new Error('The button has no form')
    fireEvent.submit(form)
    expect(await screen.findByText('Please confirm that the films may open now.')).toBeVisible()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toEqual([])
  })

  it('stops at an unfinished card without asking anybody', async () => {
    const checkout = await openCheckout()
    await fillIn(checkout.user, 'Card number', '4242424242424242')
    await consent(checkout)
    await pay(checkout)
    expect(await screen.findByText("Your card's expiration date is incomplete.")).toBeVisible()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toEqual([])
    expect(screen.queryByText('Payment Failed')).toBeNull()
  })

  it('tells a decline in the bank’s words, keeps the cart, and takes another card', async () => {
    const checkout = await openCheckout()
    await checkout.user.click(await screen.findByLabelText(NO_NEWS))
    await fillCard(checkout, '4000000000009995')
    await consent(checkout)
    await pay(checkout)
    const note = await screen.findByRole('region', { name: 'Payment Failed' })
    expect(within(note).getByText('Your card has insufficient funds.')).toBeVisible()
    await waitFor(() => expect(note).toHaveFocus())
    expect(isBefore(screen.getByRole('heading', { name: 'How you pay' }), note)).toBe(true)
    expect(isBefore(note, screen.getByLabelText('Card number'))).toBe(true)
    expect((await findNotices()).queryByText('Your card has insufficient funds.')).toBeNull()
    expect(stored('cartItems')).toEqual(CART)
    expect(stored('checkoutData')).toMatchObject(WISH)
    expect(screen.getByLabelText(NO_NEWS)).toBeChecked()

    await checkout.user.clear(screen.getByLabelText('Card number'))
    await fillIn(checkout.user, 'Card number', '4242424242424242')
    await pay(checkout)
    expect(await findElsewhere()).toMatch(AFTER)
  })

  it('takes the note of a decline away at the next try, also where the form then stops it', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout, '4000000000009995')
    await consent(checkout)
    await pay(checkout)
    expect(await screen.findByRole('region', { name: 'Payment Failed' })).toBeVisible()
    await checkout.user.click(screen.getByLabelText('I need a full VAT invoice'))
    await pay(checkout)
    expect(await screen.findByText('Please enter the name for the invoice.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Payment Failed' })).toBeNull()
    expect(checkout.server.inputsOf('checkout.recordDetails')).toHaveLength(1)
  })

  it('goes on to ask again where the answer after paying was lost', async () => {
    const checkout = await openCheckout({ checkout: { confirmPayment: () => breakDown(503) } })
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    expect(await findElsewhere()).toMatch(AFTER)
    expect(stored('checkoutData')).toMatchObject(WISH)
  })

  it('believes the server and not the browser about what is paid', async () => {
    const message = 'Nothing was taken. Your cart is kept.'
    const checkout = await openCheckout({
      checkout: { confirmPayment: () => anOutcome({ success: false, status: 'failed', message }) },
    })
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    const note = await screen.findByRole('region', { name: 'Payment Failed' })
    expect(within(note).getByText(message)).toBeVisible()
    expect(stored('checkoutData')).toMatchObject(WISH)
  })
})

describe('when the ground moves', () => {
  it('an order that is no longer open is made again, and what was typed stays', async () => {
    const orders = ['order-1', 'order-2']
    const checkout = await openCheckout({
      checkout: {
        async createPaymentIntent() {
          const orderId = orders.shift() ?? ''
          const { client_secret, id } = await checkout.sandbox.makeIntent()
          return anOrder({ orderId, clientSecret: client_secret, paymentIntentId: id })
        },
        recordDetails: ({ orderId }) =>
          orderId === 'order-1' ? refuse('ORDER_NOT_OPEN') : { success: true, orderId },
      },
    })
    await checkout.user.click(await screen.findByLabelText(NO_NEWS))
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    expect(await screen.findByText(/so it was made anew/)).toBeVisible()
    await waitFor(() => expect(checkout.server.inputsOf('checkout.createPaymentIntent')).toHaveLength(2))
    await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveValue(''))
    expect(screen.getByLabelText(NO_NEWS)).toBeChecked()
    await fillCard(checkout)
    await pay(checkout)
    expect(await findElsewhere()).toMatch(/order=order-2/)
  })

  it('a session that ended leads to the sign-in before anything is taken', async () => {
    const checkout = await openCheckout({ checkout: { recordDetails: () => refuse('NOT_SIGNED_IN') } })
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    expect(await findElsewhere()).toBe('/login?redirect=checkout')
    expect((await findNotices()).getByText('Please sign in again')).toBeVisible()
    expect(stored('cartItems')).toEqual(CART)
    expect(stored('checkoutData')).toMatchObject(WISH)
    expect(await checkout.sandbox.statusOf(checkout.intent.id)).toBe('requires_payment_method')
  })

  it('a server that breaks is a Payment Error, and the money stays where it is', async () => {
    const checkout = await openCheckout({ checkout: { recordDetails: () => breakDown() } })
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    const note = await screen.findByRole('region', { name: 'Payment Error' })
    expect(within(note).getByText('An unexpected error occurred')).toBeVisible()
    expect(within(note).getByText('Nothing was taken, and your cart is kept.')).toBeVisible()
    expect(await checkout.sandbox.statusOf(checkout.intent.id)).toBe('requires_payment_method')
  })

  it('a payment that the provider cannot take, in words for developers, has taken nothing', async () => {
    const checkout = await openCheckout({
      confirmAnswer: ({ id, object, status }) =>
        Response.json(
          {
            error: {
              type: 'invalid_request_error',
              message: 'The payment method type provided: card is not activated.',
              payment_intent: { id, object, status },
            },
          },
          { status: 400 },
        ),
    })
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    const note = await screen.findByRole('region', { name: 'Payment Error' })
    expect(note).toHaveTextContent('An unexpected error occurred')
    expect(note).toHaveTextContent('Nothing was taken, and your cart is kept.')
    expect(note).not.toHaveTextContent('activated')
  })

  it('a line that breaks while paying leaves open whether money went, and leads to where it shows', async () => {
    let isProviderAway = false
    const checkout = await openCheckout({
      checkout: {
        recordDetails({ orderId }) {
          isProviderAway = true
          return { success: true, orderId }
        },
      },
      isProviderAway: () => isProviderAway,
    })
    await fillCard(checkout)
    await consent(checkout)
    await pay(checkout)
    const note = await screen.findByRole('region', { name: 'Payment Error' })
    expect(note).toHaveTextContent('We do not know yet whether the payment went through.')
    expect(note).not.toHaveTextContent('Nothing was taken')
    act(() => window.dispatchEvent(new Event('visibilitychange')))
    await checkout.user.click(within(note).getByRole('link', { name: 'See what became of it' }))
    expect(await findElsewhere()).toBe('/checkout-success?order=order-1')
    expect(checkout.server.inputsOf('checkout.isOpen')).toEqual([])
  })

  it('an intent that was cancelled behind the page’s back is made again', async () => {
    const checkout = await openCheckout()
    await fillCard(checkout)
    await consent(checkout)
    await checkout.sandbox.cancel(checkout.intent.id)
    await pay(checkout)
    expect(await screen.findByText(/so it was made anew/)).toBeVisible()
    await waitFor(() => expect(checkout.server.inputsOf('checkout.createPaymentIntent')).toHaveLength(2))
  })
})
