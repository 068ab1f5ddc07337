import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cartItems, checkoutData } from '#client/lib/stored.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { openCart, putInCart } from '#tests/client/features/cart/open-cart.tsx'
import { fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'

const REFERER = { code: 'HEDGEROW17', clubName: 'Hedgerow Flying Club', discountPercent: 10 }
const UNCHECKED = /^The code could not be checked just now\./

beforeEach(() => {
  fakeServer({
    cart: { validate: ({ code }) => (code === REFERER.code ? REFERER : refuse('INVALID_REFERRAL_CODE')) },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an empty cart says so and leads to the videos', async () => {
  const { drawer, user, address } = await openCart()
  expect(drawer.getByText('Your cart is empty')).toBeVisible()
  await user.click(drawer.getByRole('link', { name: 'See the films' }))
  await waitFor(() => expect(address()).toBe('/#videos'))
})

test('a line shows title, minutes and price, and can be removed', async () => {
  putInCart(2)
  const { drawer, user } = await openCart()
  const line = within(drawer.getByRole('listitem'))
  expect(line.getByText('Navigation')).toBeVisible()
  expect(line.getByText('112 minutes')).toBeVisible()
  expect(line.getByText('£60.00')).toBeVisible()
  await user.click(line.getByRole('button', { name: 'Remove Navigation' }))
  expect(await screen.findByText('Your cart is empty')).toBeVisible()
  expect(cartItems.read()).toEqual([])
})

test('the sum is the shared quote: subtotal, code, total and the VAT in it', async () => {
  putInCart(2, 3)
  const { drawer, user } = await openCart()
  await user.type(drawer.getByLabelText('Club code'), ' hedgerow17 {Enter}')
  expect(await drawer.findByText('−£12.00')).toBeVisible()
  expect(drawer.getByText('£120.00')).toBeVisible()
  expect(drawer.getByText('£108.00')).toBeVisible()
  expect(drawer.getByText(/Includes £18.00 VAT/)).toBeVisible()
  expect(drawer.getByText('Hedgerow Flying Club: 10% off', { selector: '.status *' })).toBeVisible()
  expect(drawer.getByText('Referral code applied')).toBeVisible()
  await waitFor(() => expect(screen.getAllByText('Hedgerow Flying Club: 10% off')).toHaveLength(2))
})

describe('the referral code', () => {
  test('cannot be applied while blank', async () => {
    putInCart(2)
    const { drawer, user } = await openCart()
    expect(drawer.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await user.type(drawer.getByLabelText('Club code'), '   ')
    expect(drawer.getByRole('button', { name: 'Apply' })).toBeDisabled()
  })

  test('is taken away by a blank box', async () => {
    putInCart(2)
    const { drawer, user } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), REFERER.code)
    await user.click(drawer.getByRole('button', { name: 'Apply' }))
    expect(await drawer.findByText('£54.00')).toBeVisible()
    await user.clear(drawer.getByLabelText('Club code'))
    expect(drawer.queryByText('£54.00')).toBeNull()
  })

  test('that is applied can be taken off', async () => {
    putInCart(2)
    const { drawer, user } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), `${REFERER.code}{Enter}`)
    const remove = await drawer.findByRole('button', { name: 'Remove code HEDGEROW17' })
    expect(remove).toHaveTextContent('Remove code')
    expect(remove.closest('dt')).toHaveTextContent('Hedgerow Flying Club, 10% Remove code')
    expect(drawer.getByText('For this order: enter it again for the next one.')).toBeVisible()
    await user.click(remove)
    expect(drawer.getByLabelText('Club code')).toHaveValue('')
    expect(drawer.getByLabelText('Club code')).toHaveFocus()
    expect(drawer.queryByText('£54.00')).toBeNull()
    expect(drawer.getByRole('button', { name: 'Apply' })).toBeDisabled()
  })

  test('that is refused is cleared, and the person told', async () => {
    putInCart(2)
    const { drawer, user } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), 'NOBODY1')
    await user.click(drawer.getByRole('button', { name: 'Apply' }))
    expect(await drawer.findByText('Invalid referral code')).toBeVisible()
    expect(screen.getByText('Please check your referral code and try again.')).toBeVisible()
    expect(drawer.getByLabelText('Club code')).toHaveValue('')
    expect(drawer.getByLabelText('Club code')).toHaveAccessibleDescription(
      'Invalid referral code: NOBODY1. Please check your referral code and try again.',
    )
    expect(drawer.getByLabelText('Club code')).toHaveFocus()
    await user.keyboard('C')
    expect(screen.queryByText('Invalid referral code')).toBeNull()
  })

  test('stays in its box when the network is away', async () => {
    fakeServer({ cart: { validate: loseNetwork } })
    putInCart(2)
    const { drawer, user } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), `${REFERER.code}{Enter}`)
    expect(await drawer.findByText(UNCHECKED)).toBeVisible()
    expect(drawer.getByLabelText('Club code')).toHaveValue(REFERER.code)
    await user.clear(drawer.getByLabelText('Club code'))
    expect(drawer.queryByText(UNCHECKED)).toBeNull()
  })

  test('of a link fills the box and leaves the address', async () => {
    putInCart(2)
    const { drawer, address } = await openCart({ at: '/?ref=hedgerow17&from=poster#top' })
    expect(drawer.getByLabelText('Club code')).toHaveValue(REFERER.code)
    await waitFor(() => expect(address()).toBe('/?from=poster#top'))
  })

  test('of a link is asked about at once, and counts in the drawer without a press', async () => {
    putInCart(2)
    const { drawer } = await openCart({ at: '/?ref=hedgerow17' })
    expect(await drawer.findByText('£54.00')).toBeVisible()
    expect(drawer.getByLabelText('Club code')).toHaveValue(REFERER.code)
    const kept = { code: REFERER.code, isApplied: true }
    expect(JSON.parse(localStorage.getItem('referral_code') ?? '')).toEqual(kept)
  })

  test('of a link that no club has is cleared, and the person told', async () => {
    putInCart(2)
    const { drawer } = await openCart({ at: '/?ref=nobody1' })
    expect(await screen.findAllByText('Invalid referral code')).toHaveLength(2)
    expect(drawer.getByLabelText('Club code')).toHaveValue('')
    expect(drawer.getByText('£60.00', { selector: '[data-kind="total"] *' })).toBeVisible()
  })

  test('of a named link keeps the name with the code, once it is accepted too', async () => {
    putInCart(2)
    const { drawer, user, address } = await openCart({ at: '/?ref=hedgerow17&link=spring-newsletter' })
    await waitFor(() => expect(address()).toBe('/'))
    await user.type(drawer.getByLabelText('Club code'), '{Enter}')
    expect(await drawer.findByText('£54.00')).toBeVisible()
    const kept = { code: REFERER.code, isApplied: true, linkName: 'spring-newsletter' }
    expect(JSON.parse(localStorage.getItem('referral_code') ?? '')).toEqual(kept)
  })
})

describe('a code outlives the page:', () => {
  async function applyAndLeave() {
    putInCart(2)
    const { drawer, user, unmount } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), `${REFERER.code}{Enter}`)
    expect(await drawer.findByText('£54.00')).toBeVisible()
    unmount()
  }

  test('an accepted one is asked about again and counts', async () => {
    await applyAndLeave()
    const { drawer } = await openCart()
    expect(await drawer.findByText('£54.00')).toBeVisible()
    expect(drawer.getByLabelText('Club code')).toHaveValue(REFERER.code)
  })

  test('one that has ended meanwhile is dropped, and the person told', async () => {
    await applyAndLeave()
    fakeServer({ cart: { validate: () => refuse('INVALID_REFERRAL_CODE') } })
    const { drawer } = await openCart()
    expect(await screen.findByText('Invalid referral code')).toBeVisible()
    expect(drawer.getByLabelText('Club code')).toHaveValue('')
    expect(drawer.queryByText('£54.00')).toBeNull()
    expect(localStorage.getItem('referral_code')).toBeNull()
  })

  test('one that cannot be asked about stays in its box, without its discount', async () => {
    await applyAndLeave()
    fakeServer({ cart: { validate: loseNetwork } })
    const { drawer, user } = await openCart()
    expect(await drawer.findByText('£60.00', { selector: '[data-kind="total"] *' })).toBeVisible()
    expect(drawer.getByLabelText('Club code')).toHaveValue(REFERER.code)
    expect(await drawer.findByText(UNCHECKED)).toBeVisible()
    fakeServer({ cart: { validate: () => REFERER } })
    await user.click(drawer.getByRole('button', { name: 'Try again' }))
    expect(await drawer.findByText('£54.00')).toBeVisible()
    expect(drawer.queryByText(UNCHECKED)).toBeNull()
  })

  test('one of a link fills the box again', async () => {
    putInCart(2)
    const first = await openCart({ at: '/?ref=hedgerow17' })
    expect(first.drawer.getByLabelText('Club code')).toHaveValue(REFERER.code)
    first.unmount()
    const { drawer } = await openCart()
    expect(drawer.getByLabelText('Club code')).toHaveValue(REFERER.code)
  })

  test('one accepted in another tab counts in this one', async () => {
    putInCart(2)
    const { drawer } = await openCart()
    localStorage.setItem('referral_code', JSON.stringify({ code: REFERER.code, isApplied: true }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'referral_code' }))
    expect(await drawer.findByText('£54.00')).toBeVisible()
  })
})

describe('Secure Checkout', () => {
  test('writes down the order and sends a visitor to sign in', async () => {
    putInCart(1, 5)
    const { drawer, user, address } = await openCart()
    await user.click(drawer.getByRole('button', { name: 'Secure Checkout' }))
    await waitFor(() => expect(address()).toBe('/login?redirect=checkout'))
    expect(checkoutData.read()).toEqual({
      items: { videoIds: [1, 5], bundle: false },
      subtotal: '100.00',
      referralDiscount: '0.00',
      referralCode: null,
      total: '100.00',
    })
  })

  test('asks about a code that was typed and not applied', async () => {
    putInCart(1)
    const { drawer, user } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), REFERER.code)
    await user.click(drawer.getByRole('button', { name: 'Secure Checkout' }))
    await waitFor(() =>
      expect(checkoutData.read()).toMatchObject({ referralCode: REFERER.code, total: '54.00' }),
    )
  })

  test('leaves out a video that was removed while the code was asked about', async () => {
    let answer = () => {}
    fakeServer({
      cart: {
        validate: () =>
          new Promise((resolve) => {
            answer = () => resolve(REFERER)
          }),
      },
    })
    putInCart(2, 3)
    const { drawer, user } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), REFERER.code)
    await user.click(drawer.getByRole('button', { name: 'Secure Checkout' }))
    await user.click(drawer.getByRole('button', { name: 'Remove Meteorology' }))
    answer()
    await waitFor(() =>
      expect(checkoutData.read()).toMatchObject({
        items: { videoIds: [2], bundle: false },
        subtotal: '60.00',
        total: '54.00',
      }),
    )
  })

  test('does not go on with a code that is refused', async () => {
    putInCart(1)
    const { drawer, user, address } = await openCart()
    await user.type(drawer.getByLabelText('Club code'), 'NOBODY1')
    await user.click(drawer.getByRole('button', { name: 'Secure Checkout' }))
    expect(await screen.findByText('Invalid referral code')).toBeVisible()
    expect(address()).toBe('/')
    expect(checkoutData.read()).toBeNull()
  })
})

test('another tab that changes the cart changes this one', async () => {
  putInCart(1, 2)
  renderShop()
  expect(screen.getByRole('button', { name: 'Cart, 2 films in it' })).toBeVisible()
  localStorage.setItem('cartItems', '[]')
  window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems' }))
  expect(await screen.findByRole('button', { name: 'Cart' })).toBeVisible()
})

test('an unreadable cart is an empty one', async () => {
  localStorage.setItem('cartItems', '{"not":"a cart"')
  const { drawer } = await openCart()
  expect(drawer.getByText('Your cart is empty')).toBeVisible()
})
