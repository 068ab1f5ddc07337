import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { keepWish } from '#tests/client/features/checkout/open-checkout.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'
import { openScreen } from './open-screen.tsx'

const SUMMARY = '#client/features/auth/components/cart-summary.tsx'

const loaded = vi.fn()
// Once for all: a screen could still load what the test before has put in its place.
vi.doMock(SUMMARY, () => {
  loaded()
  throw new TypeError('Failed to fetch dynamically imported module')
})

function open({ isWide = true } = {}) {
  fakeServer({})
  loaded.mockClear()
  openScreen({ Screen: LoginScreen, at: '/login?redirect=checkout', isWide })
}

test('nothing of the order is fetched where there is no room for it', async () => {
  keepWish()
  open({ isWide: false })
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible()
  await vi.dynamicImportSettled()
  expect(loaded).not.toHaveBeenCalled()
})

test('nothing of the order is fetched for an empty cart', async () => {
  open()
  expect(await screen.findByRole('button', { name: 'Sign In' })).toBeVisible()
  await vi.dynamicImportSettled()
  expect(loaded).not.toHaveBeenCalled()
})

test('the form stays where the order beside it cannot be fetched', async () => {
  keepWish()
  open()
  await waitFor(() => expect(loaded).toHaveBeenCalled())
  await vi.dynamicImportSettled()
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeVisible()
})
