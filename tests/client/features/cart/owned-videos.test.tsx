import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { authToken, cartItems, checkoutData } from '#client/lib/stored.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { putInCart } from '#tests/client/features/cart/open-cart.tsx'
import { fakeServer, refuse } from '#tests/support/fake-server.ts'

const SAM = { id: 'sam-1', username: 'sam', email: 'sam@example.com' }
const { videos } = makePageData()

afterEach(() => {
  vi.unstubAllGlobals()
})

function signedInOwning(...ids: number[]) {
  signIn(ids, () => ({ collectionDiscountUsed: false }))
}

function ownedBy(ids: number[]) {
  return videos
    .filter(({ id }) => ids.includes(id))
    .map((video) => ({ ...video, expiresAt: '2027-02-21T10:00:00.000Z', daysRemaining: 92 }))
}

function signIn(ids: number[], pricingHistory: () => { collectionDiscountUsed: boolean }) {
  authToken.write('token-of-sam')
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: { videos: () => ownedBy(ids) },
    // The page of a paid order asks for it, which no test here waits for.
    checkout: { pricingHistory, orderStatus: () => new Promise(() => undefined) },
  })
}

/** The screen is loaded on demand, and what is owned arrives after that. */
async function findOwned(title: string) {
  const panel = (await screen.findByRole('heading', { name: title, level: 3 })).closest('article')
  if (!panel) throw new Error(`No panel for ${title}`)
  return within(panel).findByText('Owned')
}

test('owned videos leave the cart by themselves, with a toast', async () => {
  signedInOwning(1, 2)
  putInCart(1, 2, 3)
  renderShop()
  expect(await screen.findByText('Cart Updated')).toBeVisible()
  expect(screen.getByText('2 videos removed, already owned')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Cart, 1 film in it' })).toBeVisible()
  expect(cartItems.read()?.map(({ video }) => video.id)).toEqual([3])
})

test('videos that were just paid for leave the cart without a word', async () => {
  signedInOwning(1, 2)
  putInCart(1, 2)
  renderShop({ at: '/checkout-success?order=order-1' })
  await waitFor(() => expect(cartItems.read()).toEqual([]))
  expect(screen.queryByText('Cart Updated')).toBeNull()
})

test('an owned video offers to play and cannot be bought', async () => {
  signedInOwning(2)
  const { user } = renderShop()
  expect(await findOwned('Navigation')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Navigation' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Navigation' }))
  expect(dialog.getByRole('button', { name: 'Play Video' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: /Add to Cart/ })).toBeNull()
  expect(dialog.getByText('Open until').nextSibling).toHaveTextContent('21 February 2027')
  expect(dialog.queryByText('Open for')).toBeNull()
  expect(dialog.queryByText('Price')).toBeNull()
  expect(dialog.queryByText(/£/)).toBeNull()
})

test('the page of an owned video says until when it is open, and that of another what it costs', async () => {
  signedInOwning(2)
  const { user } = renderShop({ at: '/videos/navigation' })
  expect((await screen.findByText('Open until')).nextSibling).toHaveTextContent('21 February 2027')
  expect(screen.queryByText('Price')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Meteorology' }))
  expect((await screen.findByText('Price')).nextSibling).toHaveTextContent('£60, VAT included')
  expect(screen.queryByText('Open until')).toBeNull()
})

test('a partial owner adds the rest, is told the shorter term, and has the discount', async () => {
  signedInOwning(1, 2, 3, 4, 5)
  const { user } = renderShop()
  await findOwned('Air Law')
  const words = 'Two films, open for three months each. £40 comes off for completing the set.'
  const cover = (await screen.findByText(words)).closest('article')
  expect(cover).toHaveTextContent('The rest of the set£60')
  const offer = screen.getAllByRole('heading', { name: 'The rest of the set' })[1]?.parentElement
  expect(offer).toHaveTextContent('£60Films2You save£40Open for3 months each')
  const [add] = screen.getAllByRole('button', { name: 'Add remaining videos: 3 months each' })
  if (!add) throw new Error('No button adds the rest')
  await user.click(add)
  expect(await screen.findByText('Two films are in your cart.')).toBeVisible()
  expect(cartItems.read()?.map(({ video }) => video.id)).toEqual([6, 7])
  await user.click(screen.getByRole('button', { name: 'Cart, 2 films in it' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Your Cart' }))
  expect(drawer.getByText('£60.00', { selector: '[data-kind="total"] *' })).toBeVisible()
})

test('the package waits until it is known what is owned, and then adds only the rest', async () => {
  let tell = (_ids: number[]) => {}
  const told = new Promise<number[]>((resolve) => {
    tell = resolve
  })
  authToken.write('token-of-sam')
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: { videos: async () => ownedBy(await told) },
  })
  const { user } = renderShop()
  const [add] = await screen.findAllByRole('button', { name: 'Add the Complete Package' })
  if (!add) throw new Error('No button adds the package')
  await user.click(add)
  expect(add).toHaveAttribute('aria-busy', 'true')
  expect(cartItems.read() ?? []).toEqual([])
  tell([1, 2, 3, 4, 5])
  expect(await screen.findByText('Two films are in your cart.')).toBeVisible()
  expect(cartItems.read()?.map(({ video }) => video.id)).toEqual([6, 7])
  expect(screen.queryByText('Cart Updated')).toBeNull()
  expect(add).not.toHaveAttribute('aria-busy')
})

test('what was bought in another tab is refused as owned, and the page learns it', async () => {
  const owned: number[] = []
  authToken.write('token-of-sam')
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: { videos: () => ownedBy(owned) },
    checkout: { pricingHistory: () => ({ collectionDiscountUsed: false }) },
  })
  const { user } = renderShop({ at: '/videos/navigation' })
  const add = await screen.findByRole('button', { name: /^Add to Cart/ })
  await screen.findByRole('button', { name: 'Sign Out' })
  owned.push(2)
  await user.click(add)
  expect(await screen.findByText('Already Owned')).toBeVisible()
  expect(screen.getByText('You already own this video. Check your dashboard to watch it.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Play Video' })).toBeVisible()
  expect(cartItems.read() ?? []).toEqual([])
  expect(screen.queryByText('Cart Updated')).toBeNull()
})

test('what the open cart shows is no longer said to be added', async () => {
  fakeServer({})
  const { user } = renderShop({ at: '/videos/navigation' })
  await user.click(await screen.findByRole('button', { name: /^Add to Cart/ }))
  expect(await screen.findByText('Added to your cart')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cart, 1 film in it' }))
  expect(await screen.findByRole('button', { name: 'Remove Navigation' })).toBeVisible()
  expect(screen.queryByText('Added to your cart')).toBeNull()
})

test('what is taken out again is no longer said to be added', async () => {
  fakeServer({})
  putInCart(1, 2)
  const { user } = renderShop()
  await user.click(await screen.findByRole('button', { name: 'Cart, 2 films in it' }))
  const cart = within(await screen.findByRole('dialog', { name: 'Your Cart' }))
  await user.click(cart.getByRole('button', { name: 'Add the Complete Package' }))
  expect(await screen.findByText('Added Remaining Videos')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove Navigation' }))
  expect(screen.queryByText('Added Remaining Videos')).toBeNull()
})

test('the package adds only what was not bought in another tab', async () => {
  const owned: number[] = []
  authToken.write('token-of-sam')
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: { videos: () => ownedBy(owned) },
    checkout: { pricingHistory: () => ({ collectionDiscountUsed: false }) },
  })
  const { user } = renderShop()
  await screen.findByRole('button', { name: 'Sign Out' })
  const [add] = await screen.findAllByRole('button', { name: 'Add the Complete Package' })
  if (!add) throw new Error('No button adds the package')
  owned.push(1, 2, 3, 4, 5, 6, 7)
  await user.click(add)
  await waitFor(() =>
    expect(screen.getAllByText('Complete Package Already Owned', { ignore: 'h3' })[0]).toBeVisible(),
  )
  expect(cartItems.read() ?? []).toEqual([])
})

test('a student who had the discount for completing once does not see it again', async () => {
  signIn([1, 2, 3, 4, 5], () => ({ collectionDiscountUsed: true }))
  putInCart(6, 7)
  const { user } = renderShop()
  await findOwned('Air Law')
  await user.click(screen.getByRole('button', { name: 'Cart, 2 films in it' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Your Cart' }))
  expect(await drawer.findByText('£100.00', { selector: '[data-kind="total"] *' })).toBeVisible()
})

test('nothing is promised while the server has not told whether the discount was given', async () => {
  signIn([1, 2, 3, 4, 5], () => refuse('SERVICE_UNAVAILABLE'))
  putInCart(6, 7)
  const { user } = renderShop()
  await findOwned('Air Law')
  await user.click(screen.getByRole('button', { name: 'Cart, 2 films in it' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Your Cart' }))
  expect(drawer.getByText('£100.00', { selector: '[data-kind="total"] *' })).toBeVisible()
})

test('an owner of all seven is told that nothing is left, and led to the videos', async () => {
  signedInOwning(1, 2, 3, 4, 5, 6, 7)
  renderShop()
  await findOwned('Communications')
  expect(screen.getAllByRole('heading', { name: 'Complete Package Already Owned' })).toHaveLength(2)
  for (const link of screen.getAllByRole('link', { name: 'Go to My Videos' })) {
    expect(link).toHaveAttribute('href', '/dashboard')
  }
  expect(screen.queryByRole('button', { name: /package|remaining/i })).toBeNull()
  expect(screen.queryByText('£340', { selector: '.price-figure' })).toBeNull()
})

test('who asks for the package before it is known that they own it is told so', async () => {
  let tell = (_ids: number[]) => {}
  const told = new Promise<number[]>((resolve) => {
    tell = resolve
  })
  authToken.write('token-of-sam')
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: { videos: async () => ownedBy(await told) },
  })
  const { user } = renderShop()
  const [add] = await screen.findAllByRole('button', { name: 'Add the Complete Package' })
  if (!add) throw new Error('No button adds the package')
  await user.click(add)
  tell([1, 2, 3, 4, 5, 6, 7])
  // The notice; the cover and the offer say so as well, in headings.
  await waitFor(() =>
    expect(screen.getAllByText('Complete Package Already Owned', { ignore: 'h3' })[0]).toBeVisible(),
  )
  expect(cartItems.read() ?? []).toEqual([])
})

test('Secure Checkout leads a signed-in student to the checkout', async () => {
  authToken.write('token-of-sam')
  const server = fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: { videos: () => [] },
    checkout: {
      pricingHistory: () => ({ collectionDiscountUsed: false }),
      createPaymentIntent: () => new Promise<never>(() => undefined),
    },
  })
  putInCart(7)
  const { user, address } = renderShop()
  await screen.findByRole('button', { name: 'Sign Out' })
  await user.click(screen.getByRole('button', { name: /^Cart/ }))
  await user.click(await screen.findByRole('button', { name: 'Secure Checkout' }))
  await waitFor(() => expect(address()).not.toBe('/'))
  expect(address()).not.toContain('login')
  expect(checkoutData.read()?.items.videoIds).toEqual([7])
  // The screen asks for the order; later it would ask the server of the next test.
  await waitFor(() => expect(server.inputsOf('checkout.createPaymentIntent')).toHaveLength(1))
})

test('an owned video that closes soon stays in the cart, as a renewal with its day', async () => {
  authToken.write('token-of-sam')
  fakeServer({
    auth: { me: () => ({ id: SAM.id, user: SAM }) },
    progress: {
      videos: () =>
        ownedBy([1, 2]).map((video) => (video.id === 1 ? { ...video, renewsFrom: video.expiresAt } : video)),
    },
    checkout: { pricingHistory: () => ({ collectionDiscountUsed: false }) },
  })
  putInCart(1, 2)
  const { user } = renderShop()
  expect(await screen.findByText('1 video removed, already owned')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cart, 1 film in it' }))
  expect(await screen.findByText('Renewal, from 21 February 2027')).toBeVisible()
})
