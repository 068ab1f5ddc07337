import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { cartItems, checkoutData, referralCode } from '#client/lib/stored.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'
import type { CheckoutData } from '#shared/schemas/storage.ts'
import { fillIn, findElsewhere } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { anOrder, CART, consent, fillCard, openCheckout, stored, WISH } from './open-checkout.tsx'

const TERM = { startsAt: '2027-02-21T10:00:00.000Z', closesAt: '2027-05-21T10:00:00.000Z' }

type Change = {
  wish?: CheckoutData
  /** Instead of an order, for all but the first. */
  fail?: () => void
  renews?: number
  vatRate?: number
  recordDetails?: () => Promise<never>
  /** Another device has ordered since. */
  goneOrderId?: string
}

/** The checkout of two videos, where the order is made of what is asked for. */
async function openChangeable(change: Change = {}) {
  const { wish = WISH, fail, renews, vatRate = 0.2, recordDetails, goneOrderId } = change
  const checkout = await openCheckout({
    wish,
    checkout: {
      async createPaymentIntent({ items, referralCode = null }): Promise<CreatePaymentIntentOutput> {
        const { client_secret, id } = await checkout.sandbox.makeIntent()
        const total = `${items.videoIds.length * 60}.00`
        const { length } = checkout.server.inputsOf('checkout.createPaymentIntent')
        if (length > 1) fail?.()
        const renewed = items.videoIds.filter((videoId) => videoId === renews)
        return anOrder({
          orderId: `order-${length}`,
          clientSecret: client_secret,
          paymentIntentId: id,
          items: { videoIds: items.videoIds, bundle: false },
          total,
          vatRate,
          ...(renewed.length > 0 && { renewals: renewed.map((videoId) => ({ videoId, ...TERM })) }),
          referralCode,
          referralDiscount: referralCode === null ? '0.00' : '12.00',
        })
      },
      isOpen: ({ orderId }) => ({ isOpen: orderId !== goneOrderId }),
      ...(recordDetails && { recordDetails }),
    },
    cart: {
      validate: () => ({ code: 'HEDGEROW17', clubName: 'Hedgerow Flying Club', discountPercent: 10 }),
    },
  })
  await screen.findByRole('button', { name: 'Pay £120.00' })
  return checkout
}

const asked = (checkout: Awaited<ReturnType<typeof openCheckout>>) =>
  checkout.server.inputsOf('checkout.createPaymentIntent').map((input) => {
    const { items, referralCode } = input as { items: { videoIds: number[] }; referralCode: string | null }
    return [items.videoIds, referralCode]
  })

const summary = () => within(screen.getByRole('complementary', { name: 'Order summary' }))

describe('the order summary', () => {
  it('has the prices that the order froze, not those of the page', async () => {
    const lines = [
      { videoId: 2, price: '71.00' },
      { videoId: 3, price: '49.00' },
    ]
    await openCheckout({ order: { lines } })
    await screen.findByRole('button', { name: 'Pay £108.00' })
    const prices = summary()
      .getAllByRole('listitem')
      .map((line) => /£\d+\.\d\d/.exec(line.textContent)?.[0])
    expect(prices).toEqual(['£71.00', '£49.00'])
  })

  it('takes a video out of order, cart and checkout data, and keeps what was ticked', async () => {
    const checkout = await openChangeable()
    await consent(checkout)
    await checkout.user.click(summary().getByRole('button', { name: 'Remove Navigation' }))
    expect(await screen.findByRole('button', { name: 'Pay £60.00' })).toBeVisible()
    expect(screen.getByLabelText(/^Open my films now/)).toBeChecked()
    expect(asked(checkout)).toEqual([
      [[2, 3], 'HEDGEROW17'],
      [[3], 'HEDGEROW17'],
    ])
    expect(stored('cartItems')).toEqual(CART.slice(1))
    expect(stored('checkoutData')).toMatchObject({ items: { videoIds: [3] }, total: '60.00' })
  })

  it('leads home with the last of them', async () => {
    const checkout = await openChangeable()
    await checkout.user.click(summary().getByRole('button', { name: 'Remove Navigation' }))
    await screen.findByRole('button', { name: 'Pay £60.00' })
    await checkout.user.click(summary().getByRole('button', { name: 'Remove Meteorology' }))
    expect(await findElsewhere()).toBe('/')
    expect(stored('checkoutData')).toBeNull()
  })

  it('takes a code out, and puts one in', async () => {
    const checkout = await openChangeable()
    const remove = summary().getByRole('button', { name: 'Remove code HEDGEROW17' })
    expect(remove).toHaveTextContent('Remove code')
    await checkout.user.click(remove)
    await waitFor(() => expect(asked(checkout).at(-1)).toEqual([[2, 3], null]))
    await fillIn(checkout.user, 'Club code', 'hedgerow17')
    await checkout.user.click(summary().getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(asked(checkout).at(-1)).toEqual([[2, 3], 'HEDGEROW17']))
    expect(await summary().findByText('Hedgerow Flying Club, 10%')).toBeVisible()
  })
})

describe('a code that another window has brought', () => {
  it('does not count before it is in the order, and can be put in', async () => {
    const checkout = await openChangeable({ wish: { ...WISH, referralCode: null } })
    act(() => referralCode.write({ code: 'HEDGEROW17', isApplied: false }))
    await waitFor(() => expect(stored('referral_code')).toMatchObject({ isApplied: true }))
    const apply = await summary().findByRole('button', { name: 'Apply', busy: false })
    expect(summary().getByLabelText('Club code')).toHaveValue('HEDGEROW17')
    expect(summary().queryByText('Referral code applied')).toBeNull()
    await checkout.user.click(apply)
    await waitFor(() => expect(asked(checkout).at(-1)).toEqual([[2, 3], 'HEDGEROW17']))
    expect(await summary().findByText('Hedgerow Flying Club, 10%')).toBeVisible()
  })
})

describe('what was said beside an order that is changed', () => {
  it('is asked again where the words to agree to are others', async () => {
    const { user } = await openChangeable({ renews: 2 })
    await user.click(screen.getByLabelText(/^Open each film now/))
    await user.click(summary().getByRole('button', { name: 'Remove Navigation' }))
    const box = await screen.findByLabelText(/^Open my films now/)
    expect(box).not.toBeChecked()
    expect(await screen.findByRole('button', { name: 'Pay £60.00' })).toHaveAttribute('aria-disabled', 'true')
  })

  it.each([
    [0.2, 'I need a full VAT invoice'],
    [0, 'Put my name on the invoice'],
  ])('stays on the invoice, with VAT at %d', async (vatRate, box) => {
    const { user } = await openChangeable({ vatRate })
    await user.click(screen.getByLabelText(box))
    await fillIn(user, /^Full name/, 'Ann Flyer')
    await user.click(summary().getByRole('button', { name: 'Remove Navigation' }))
    await screen.findByRole('button', { name: 'Pay £60.00' })
    expect(screen.getByLabelText(box)).toBeChecked()
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Ann Flyer')
  })
})

describe('while it is paid', () => {
  it('nothing in the order can be changed', async () => {
    const checkout = await openChangeable({ recordDetails: () => new Promise(() => {}) })
    await fillCard(checkout)
    await consent(checkout)
    const button = summary().getByRole('button', { name: 'Remove Navigation' })
    expect(button).toBeEnabled()
    await checkout.user.click(screen.getByRole('button', { name: 'Pay £120.00' }))
    await waitFor(() => expect(checkout.server.inputsOf('checkout.recordDetails')).toHaveLength(1))
    expect(button).toBeDisabled()
    expect(summary().getByRole('button', { name: 'Remove code HEDGEROW17' })).toBeDisabled()
  })
})

describe('a change', () => {
  it.each([
    ['the network', loseNetwork],
    ['a broken server', breakDown],
  ])('that fails by %s stays here, and can be tried again', async (_case, fail) => {
    let isBroken = true
    const checkout = await openChangeable({ fail: () => isBroken && fail() })
    await consent(checkout)
    await checkout.user.click(summary().getByRole('button', { name: 'Remove Navigation' }))
    expect(await screen.findByText('The order could not be updated')).toBeVisible()
    expect(summary().getByText('Navigation')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    isBroken = false
    await checkout.user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Pay £60.00' })).toBeVisible()
    expect(screen.queryByText('The order could not be updated')).toBeNull()
    expect(screen.getByLabelText(/^Open my films now/)).toBeChecked()
    expect(asked(checkout)).toEqual([
      [[2, 3], 'HEDGEROW17'],
      [[3], 'HEDGEROW17'],
      [[3], 'HEDGEROW17'],
    ])
  })

  it('that is refused leads home', async () => {
    const { user } = await openChangeable({ fail: () => refuse('PAYMENT_PROCESSING') })
    await user.click(summary().getByRole('button', { name: 'Remove Navigation' }))
    expect(await findElsewhere()).toBe('/')
  })
})

describe('a cart that was changed in another window', () => {
  it('is said in place of the form, and can be ordered', async () => {
    const checkout = await openChangeable()
    act(() => cartItems.write(CART.slice(0, 1)))
    expect(await screen.findByText('Your cart has changed')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    await checkout.user.click(screen.getByRole('button', { name: 'Order what is in the cart now' }))
    expect(await screen.findByRole('button', { name: 'Pay £60.00' })).toBeVisible()
    expect(asked(checkout).at(-1)?.[0]).toEqual([2])
  })

  it('is said where the other window has ordered', async () => {
    await openChangeable()
    act(() => checkoutData.write({ ...WISH, items: { videoIds: [2], bundle: false } }))
    expect(await screen.findByText('Your cart has changed')).toBeVisible()
  })

  it('and is empty now, leads to the films', async () => {
    await openChangeable()
    act(() => {
      cartItems.clear()
      checkoutData.clear()
    })
    expect(await screen.findByText('Your cart is empty')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to My Videos' })).toHaveAttribute('href', '/dashboard')
  })
})

describe('an order that another device has replaced', () => {
  const comeBack = () => act(() => window.dispatchEvent(new Event('visibilitychange')))

  it('is said in place of the form on return to the page, and can be made anew', async () => {
    const checkout = await openChangeable({ goneOrderId: 'order-1' })
    await consent(checkout)
    comeBack()
    expect(await screen.findByText('This order is no longer open')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    await checkout.user.click(screen.getByRole('button', { name: 'Order these films again' }))
    expect(await screen.findByRole('button', { name: 'Pay £120.00' })).toBeVisible()
    expect(screen.getByLabelText(/^Open my films now/)).toBeChecked()
    expect(asked(checkout)).toEqual([
      [[2, 3], 'HEDGEROW17'],
      [[2, 3], 'HEDGEROW17'],
    ])
  })

  it('is not asked about while it is paid here', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const checkout = await openChangeable({
      recordDetails: () => answered.then(() => refuse('SERVICE_UNAVAILABLE')),
      goneOrderId: 'order-1',
    })
    await fillCard(checkout)
    await consent(checkout)
    await checkout.user.click(screen.getByRole('button', { name: 'Pay £120.00' }))
    await waitFor(() => expect(checkout.server.inputsOf('checkout.recordDetails')).toHaveLength(1))
    comeBack()
    answer()
    expect(await screen.findByText('Payment Error')).toBeVisible()
    comeBack()
    expect(await screen.findByText('This order is no longer open')).toBeVisible()
    expect(checkout.server.inputsOf('checkout.isOpen')).toHaveLength(1)
  })
})
