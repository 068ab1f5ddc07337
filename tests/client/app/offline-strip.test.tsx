import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { fakeServer, loseNetwork } from '#tests/support/fake-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function goes(state: 'offline' | 'online') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online')
  act(() => void window.dispatchEvent(new Event(state)))
}

test('says on every screen that there is no connection, until it is back', async () => {
  fakeServer({})
  renderShop({ at: '/support' })
  goes('offline')
  expect(await screen.findByText('You are offline.')).toBeVisible()
  goes('online')
  expect(screen.queryByText('You are offline.')).toBeNull()
})

test('keeps what was typed, and offers the press again when the connection is back', async () => {
  let isAway = true
  const server = fakeServer({
    auth: { requestPasswordReset: () => (isAway ? loseNetwork() : { success: true, message: '' }) },
  })
  const { user } = renderShop({ at: '/forgot-password' })
  await user.type(await screen.findByLabelText('Email'), 'sam@example.com')
  goes('offline')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText('You are offline. Try again when the connection is back.')).toBeVisible()
  isAway = false
  goes('online')
  expect(screen.queryByText('You are offline. Try again when the connection is back.')).toBeNull()
  expect(screen.getByLabelText('Email')).toHaveValue('sam@example.com')
  await user.click(screen.getByRole('button', { name: 'Send the link: send now' }))
  expect(await screen.findByRole('button', { name: 'Send another link' })).toBeVisible()
  expect(server.inputsOf('auth.requestPasswordReset')).toHaveLength(2)
  expect(screen.queryByText('The connection is back.')).toBeNull()
})
