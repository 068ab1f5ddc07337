import { expect, test } from 'vitest'
import {
  storedCart,
  storedCheckout,
  storedPendingVerification,
  storedRefererSession,
} from '#shared/schemas/storage.ts'
import { storageKeys } from '#shared/text/storage-keys.ts'

const video = {
  id: 2,
  title: 'Navigation',
  description: 'The half-million chart.',
  category: 'Navigation',
  duration: 112,
  price: '60.00',
  imageUrl: '/images/navigation.svg',
}

const checkout = {
  items: { videoIds: [2], bundle: false },
  subtotal: '60.00',
  referralDiscount: '6.00',
  referralCode: 'CLUB17',
  total: '54.00',
}

const session = { id: 'r1', name: 'Hedgerow', referralCode: 'CLUB17', commissionPercentage: 5, token: 't' }

test('the names are the ones older clients use', () => {
  expect(storageKeys).toEqual({
    authToken: 'auth_token',
    legacyAuthToken: 'token',
    cart: 'cartItems',
    checkout: 'checkoutData',
    pendingVerification: 'pendingVerification',
    refererSession: 'referer_session',
  })
})

test('what was stored is read back', () => {
  expect(storedCart.parse([{ video, quantity: 1 }])).toEqual([{ video, quantity: 1 }])
  expect(storedCheckout.parse(checkout)).toEqual(checkout)
  const priced = { ...checkout, amountExVat: '45.00', vatAmount: '9.00', vatRate: 0.2 }
  expect(storedCheckout.parse(priced)).toEqual(priced)
  const pending = { email: 'sam@example.com', redirectTo: '/checkout', message: 'Check your email.' }
  expect(storedPendingVerification.parse(pending)).toEqual(pending)
  expect(storedRefererSession.parse(session)).toEqual(session)
})

test.each([
  ['a cart with two of one video', storedCart, [{ video, quantity: 2 }]],
  ['a cart that is no list', storedCart, { video }],
  ['a checkout of nothing', storedCheckout, { ...checkout, items: { videoIds: [], bundle: false } }],
  ['a checkout with a number for money', storedCheckout, { ...checkout, total: 54 }],
  ['a pending verification without an address', storedPendingVerification, { redirectTo: '/', message: '' }],
  ['a referer session without its token', storedRefererSession, { ...session, token: undefined }],
])('refuses %s', (_name, schema, value) => {
  expect(schema.safeParse(value).success).toBe(false)
})
