import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CheckoutScreen } from '#client/features/checkout/checkout-screen.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { OwnedVideoOutput } from '#shared/schemas/progress.ts'
import { fillIn, findElsewhere, openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import {
  anOrder,
  CART,
  findNotices,
  keepWish,
  openCheckout,
  SIGNED_IN,
  stored,
  WISH,
} from './open-checkout.tsx'

/** What asks again once there is a line. */
function WithLine() {
  const { checkout, progress } = trpc.useUtils()
  const askAgain = () => {
    void checkout.pending.refetch()
    void progress.videos.refetch()
  }
  return (
    <>
      <CheckoutScreen />
      <button type="button" onClick={askAgain}>
        Back on line
      </button>
    </>
  )
}

type Create = NonNullable<NonNullable<Answers['checkout']>['createPaymentIntent']>

function ownedVideo(id: number): OwnedVideoOutput {
  const video = { id, title: `Film ${id}`, description: '', category: 'Navigation', duration: 1 }
  return { ...video, price: '60.00', imageUrl: '', expiresAt: '2027-02-21T09:00:00.000Z', daysRemaining: 92 }
}

function open(answers: { owned?: number[]; create?: Create } = {}) {
  const { owned = [], create } = answers
  const server = fakeServer({
    ...SIGNED_IN,
    progress: { videos: () => owned.map(ownedVideo) },
    checkout: create ? { createPaymentIntent: create } : {},
  })
  openScreen({ Screen: CheckoutScreen, at: '/checkout', isSignedIn: true })
  return server
}

describe('before the checkout', () => {
  it('one signs in, and comes back', async () => {
    keepWish()
    fakeServer({})
    openScreen({ Screen: CheckoutScreen, at: '/checkout' })
    expect(await findElsewhere()).toBe('/login?redirect=checkout')
    expect(stored('checkoutData')).toEqual(WISH)
  })

  it('there is something to buy, else it goes home', async () => {
    open()
    expect(await findElsewhere()).toBe('/')
  })

  it('goes home where what the browser kept cannot be read', async () => {
    localStorage.setItem('checkoutData', '{"items":')
    open()
    expect(await findElsewhere()).toBe('/')
  })

  it('a payment that is on its way is shown, and no other order made', async () => {
    keepWish()
    const { inputsOf } = fakeServer({
      ...SIGNED_IN,
      checkout: {
        pending: () => ({ orderId: 'order-1', method: 'Klarna', total: '60.00', videos: [] }),
      },
    })
    openScreen({ Screen: CheckoutScreen, at: '/checkout', isSignedIn: true })
    expect(await findElsewhere()).toBe('/checkout-success?order=order-1')
    expect(inputsOf('checkout.createPaymentIntent')).toEqual([])
  })

  it('a form that is being filled in stays where the line was lost and comes back', async () => {
    let isAway = true
    const ask = () => (isAway ? breakDown() : new Promise<never>(() => {}))
    const { user, server } = await openCheckout({
      Screen: WithLine,
      checkout: { pending: ask },
      owned: ask,
    })
    await fillIn(user, 'Card number', '4242424242424242')
    const card = screen.getByLabelText('Card number')
    isAway = false
    const asked = () => server.calls.length
    const before = asked()
    await user.click(screen.getByRole('button', { name: 'Back on line' }))
    await waitFor(() => expect(asked()).toBeGreaterThan(before + 1))
    expect(card).toBeVisible()
    expect(card).not.toHaveValue('')
  })

  it('what is all owned is not sold again', async () => {
    keepWish()
    const server = open({ owned: [2, 3] })
    expect(await findElsewhere()).toBe(`/dashboard/${SAM.id}`)
    expect(stored('checkoutData')).toBeNull()
    expect(server.inputsOf('checkout.createPaymentIntent')).toEqual([])
  })

  it('what is owned is dropped, and the rest is ordered', async () => {
    keepWish()
    const server = open({ owned: [3], create: () => refuse('SERVICE_UNAVAILABLE') })
    expect(await findElsewhere()).toBe('/')
    expect(server.inputsOf('checkout.createPaymentIntent')).toEqual([
      { items: { videoIds: [2] }, userId: SAM.id, referralCode: 'HEDGEROW17' },
    ])
    expect(stored('checkoutData')).toMatchObject({ items: { videoIds: [2], bundle: false } })
  })

  it('lets the server decide where the list of owned videos cannot be had', async () => {
    keepWish()
    fakeServer({
      ...SIGNED_IN,
      progress: { videos: () => breakDown() },
      checkout: {
        createPaymentIntent: () => anOrder({ clientSecret: null, paymentIntentId: null, status: 'paid' }),
      },
    })
    openScreen({ Screen: CheckoutScreen, at: '/checkout', isSignedIn: true })
    expect(await findElsewhere()).toBe('/checkout-success?order=order-1')
  })
})

describe('the payment intent', () => {
  it('is asked for once, though the screen is mounted twice', async () => {
    const { server } = await openCheckout()
    expect(await screen.findByRole('heading', { name: 'Order summary' })).toBeVisible()
    expect(server.inputsOf('checkout.createPaymentIntent')).toHaveLength(1)
    await waitFor(() =>
      expect(stored('checkoutData')).toEqual({
        ...WISH,
        amountExVat: '90.00',
        vatAmount: '18.00',
        vatRate: 0.2,
      }),
    )
  })

  it.each<[string, Create, string]>([
    ['the network', () => loseNetwork(), 'Your cart is kept. Please try again in a moment.'],
    ['a broken server', () => breakDown(), 'Your cart is kept. Please try again in a moment.'],
    ['a payment under way', () => refuse('PAYMENT_PROCESSING'), 'A payment is still being processed'],
  ])('that fails by %s leads home, and the cart is kept', async (_case, create, words) => {
    keepWish()
    open({ create })
    expect(await findElsewhere()).toBe('/')
    const notices = await findNotices()
    expect(await notices.findByText('Checkout could not start')).toBeVisible()
    expect(notices.getByText(words)).toBeVisible()
    expect(stored('cartItems')).toEqual(CART)
  })

  it('for videos that turn out to be owned leads to them', async () => {
    keepWish()
    open({ create: () => refuse('ALREADY_OWNED') })
    expect(await findElsewhere()).toBe(`/dashboard/${SAM.id}`)
    expect(await (await findNotices()).findByText('Already Owned')).toBeVisible()
    expect(stored('checkoutData')).toBeNull()
  })

  it('with a code that has ended leads home, and the code is forgotten', async () => {
    keepWish()
    localStorage.setItem('referral_code', JSON.stringify({ code: WISH.referralCode, isApplied: true }))
    const server = fakeServer({
      ...SIGNED_IN,
      cart: {
        validate: () => ({ code: 'HEDGEROW17', clubName: 'Hedgerow Flying Club', discountPercent: 10 }),
      },
      checkout: { createPaymentIntent: () => refuse('INVALID_REFERRAL_CODE') },
    })
    openScreen({ Screen: CheckoutScreen, at: '/checkout', isSignedIn: true })
    expect(await findElsewhere()).toBe('/')
    expect(server.inputsOf('checkout.createPaymentIntent')).toHaveLength(1)
    const words = 'The club code has ended and was taken out. Look at the new sum in your cart.'
    expect(await (await findNotices()).findByText(words)).toBeVisible()
    expect(stored('referral_code')).toBeNull()
    expect(stored('checkoutData')).toBeNull()
    expect(stored('cartItems')).toEqual(CART)
  })

  it('without a session leads to the sign-in, and back', async () => {
    keepWish()
    open({ create: () => refuse('NOT_SIGNED_IN') })
    expect(await findElsewhere()).toBe('/login?redirect=checkout')
    expect(stored('checkoutData')).toEqual(WISH)
    expect(stored('cartItems')).toEqual(CART)
  })

  it.each([
    [{ status: 'paid', clientSecret: null, paymentIntentId: null }, '/checkout-success?order=order-1'],
    [{ status: 'processing' }, '/checkout-success?order=order-1&payment_intent=pi_none'],
  ] as const)('of %j has nothing to pay and goes on', async (order, target) => {
    keepWish()
    open({ create: () => anOrder(order) })
    expect(await findElsewhere()).toBe(target)
  })
})
