import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ConfirmEmailScreen } from '#client/features/account/confirm-email-screen.tsx'
import { openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, fakeServer, refuse } from '#tests/support/fake-server.ts'

type Confirm = NonNullable<NonNullable<Answers['auth']>['confirmEmailChange']>

function open(confirmEmailChange: Confirm, { isSignedIn = false, at = '/confirm-email?token=secret' } = {}) {
  const server = fakeServer({ auth: { me: () => ({ id: SAM.id, user: SAM }), confirmEmailChange } })
  return { server, user: openScreen({ Screen: ConfirmEmailScreen, at, isSignedIn }) }
}

const moved: Confirm = () => ({ success: true, email: 'new@example.com', isSignedIn: false })

it('waits for a press, for mail scanners open links as well', async () => {
  const { server, user } = open(moved)
  const button = await screen.findByRole('button', { name: 'Confirm new address' })
  expect(server.inputsOf('auth.confirmEmailChange')).toEqual([])
  await user.click(button)
  expect(await screen.findByText(/From now on you sign in with new@example\.com/)).toBeVisible()
  expect(server.inputsOf('auth.confirmEmailChange')).toEqual([{ token: 'secret' }])
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
})

it('keeps who is signed in here, and leads back to the account', async () => {
  const { user } = open(() => ({ success: true, email: 'new@example.com', isSignedIn: true }), {
    isSignedIn: true,
  })
  await user.click(await screen.findByRole('button', { name: 'Confirm new address' }))
  expect(await screen.findByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
  expect(localStorage.getItem('auth_token')).toBe('token-of-sam')
})

it.each([
  ['EMAIL_CHANGE_LINK_INVALID', /Ask for a new one on your account page/],
  ['EMAIL_TAKEN', /Email already registered/],
] as const)('says why it cannot be done: %s', async (code, words) => {
  const { user } = open(() => refuse(code))
  await user.click(await screen.findByRole('button', { name: 'Confirm new address' }))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words))
  expect(screen.getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
})

it('needs the whole link', async () => {
  open(moved, { at: '/confirm-email' })
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This link is not complete. Please use the one in your email.',
  )
})
