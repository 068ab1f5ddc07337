import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCart, putInCart } from '#tests/client/features/cart/open-cart.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'

beforeEach(() => {
  fakeServer({
    cart: {
      validate: () => ({ code: 'HEDGEROW17', clubName: 'Hedgerow Flying Club', discountPercent: 10 }),
    },
  })
})

describe('the upgrade prompt', () => {
  test.each([
    [[1], false],
    [[1, 2], true],
    [[1, 2, 3, 4, 5, 6], true],
    [[1, 2, 3, 4, 5, 6, 7], false],
  ])('with %j in the cart is shown: %s', async (ids, isShown) => {
    putInCart(...ids)
    const { drawer } = await openCart()
    expect(drawer.queryByText('Upgrade to Bundle') !== null).toBe(isShown)
  })

  test('promises the price with the code, and the code row names the club', async () => {
    putInCart(1, 2)
    const { drawer } = await openCart({ at: '/?ref=hedgerow17' })
    const price = 'All seven films for £306, open for 12 months instead of 3: £36 less than one by one.'
    expect(await drawer.findByText(price)).toBeVisible()
    expect(drawer.getByText('Hedgerow Flying Club, 10%')).toBeVisible()
  })

  test('adds what is missing and tells both things, one after the other', async () => {
    putInCart(1, 2)
    const { drawer, user } = await openCart()
    expect(
      drawer.getByText(
        'All seven films for £340, open for 12 months instead of 3: £40 less than one by one.',
      ),
    ).toBeVisible()
    await user.click(drawer.getByRole('button', { name: 'Add the Complete Package' }))
    expect(await screen.findByText('Added Remaining Videos')).toBeVisible()
    expect(screen.queryByText('Complete Collection Bonus!')).toBeNull()
    screen.getByRole('button', { name: 'Dismiss' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Complete Collection Bonus!')).toBeVisible()
    expect(screen.getByText('£40 bundle discount applied for completing your collection!')).toBeVisible()
    expect(screen.queryByText('Added Remaining Videos')).toBeNull()
    expect(drawer.getByText('£340.00')).toBeVisible()
  })
})
