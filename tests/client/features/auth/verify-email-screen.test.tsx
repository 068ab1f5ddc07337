import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { VerifyEmailScreen } from '#client/features/auth/verify-email-screen.tsx'
import { verifiedRedirectMs } from '#shared/limits.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'
import { type Answers, breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { openScreen, pass, SAM, TOKEN } from './open-screen.tsx'

type Verify = NonNullable<NonNullable<Answers['auth']>['verifyEmail']>

const verified: Verify = () => ({
  success: true,
  message: 'Your email address is confirmed.',
  autoLogin: true,
  token: TOKEN,
  user: SAM,
})

const waiting = () => ({ email: 'SAM@example.com', isVerified: false })

beforeEach(() => {
  vi.useFakeTimers()
  // This browser has registered Sam.
  keepPending('/')
})
afterEach(() => {
  vi.useRealTimers()
})

function follow(verifyEmail: Verify, at = '/verify-email?token=secret') {
  const server = fakeServer({ auth: { checkVerification: waiting, verifyEmail } })
  openScreen({ Screen: VerifyEmailScreen, at })
  return server
}

function keepPending(redirectTo: string) {
  const pending = { email: SAM.email, redirectTo, message: '' }
  localStorage.setItem('pendingVerification', JSON.stringify(pending))
}

describe('a link that works', () => {
  it.each([
    ['/', '/', 'Going on to the shop…'],
    ['/checkout', '/checkout', 'Going on to the checkout…'],
    ['https://example.org/', '/', 'Going on to the shop…'],
  ])(
    'signs in, welcomes, and goes from a target of %s to %s after two seconds',
    async (redirectTo, target, words) => {
      keepPending(redirectTo)
      const server = follow(verified)
      expect(screen.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
      expect(screen.getByRole('status')).toHaveTextContent('Verifying your email...')
      await pass(100)
      expect(screen.getByRole('heading', { name: 'Welcome!' })).toBeVisible()
      expect(screen.getByText(words)).toBeVisible()
      expect(localStorage.getItem('auth_token')).toBe(TOKEN)
      expect(server.inputsOf('auth.verifyEmail')).toEqual([{ token: 'secret' }])
      await pass(verifiedRedirectMs)
      expect(screen.getByRole('main', { name: 'Elsewhere' }).textContent).toBe(target)
      expect(localStorage.getItem('pendingVerification')).toBeNull()
    },
  )

  it('does not put another in the place of who is signed in, unless asked to', async () => {
    localStorage.setItem('auth_token', 'token-of-ann')
    const ann = { id: 'student-ann', username: 'ann', email: 'ann@example.com' }
    fakeServer({
      auth: { checkVerification: waiting, verifyEmail: verified, me: () => ({ id: ann.id, user: ann }) },
    })
    openScreen({ Screen: VerifyEmailScreen, at: '/verify-email?token=secret' })
    await pass(100)
    expect(screen.getByRole('heading', { name: 'Your email address is confirmed.' })).toBeVisible()
    await pass(verifiedRedirectMs * 2)
    expect(localStorage.getItem('auth_token')).not.toBe(TOKEN)
    fireEvent.click(screen.getByRole('button', { name: `Sign in as ${SAM.username}` }))
    await pass(100)
    expect(localStorage.getItem('auth_token')).toBe(TOKEN)
  })

  it('opens the cart in a browser without one, where one was kept with the account', async () => {
    vi.useRealTimers()
    fakeServer({
      auth: { checkVerification: waiting, verifyEmail: verified },
      cart: { kept: () => ({ videoIds: [2] }) },
    })
    const { user } = renderShop({ at: '/verify-email?token=secret' })
    await user.click(await screen.findByRole('button', { name: 'Go on' }))
    const cart = within(await screen.findByRole('dialog', { name: 'Your Cart' }))
    expect(await cart.findByRole('button', { name: 'Put it in this cart' })).toBeVisible()
  })

  it('goes on to the same page when the button is pressed twice', async () => {
    keepPending('/checkout')
    follow(verified)
    await pass(100)
    const button = screen.getByRole('button', { name: 'Go on' })
    act(() => {
      button.click()
      button.click()
    })
    expect(screen.getByRole('main', { name: 'Elsewhere' }).textContent).toBe('/checkout')
    expect(localStorage.getItem('pendingVerification')).toBeNull()
  })

  it('followed a second time says that all is well, and asks to sign in', async () => {
    keepPending('/checkout')
    follow(() => ({ success: true, message: '', autoLogin: false, token: null, user: null }))
    await pass(100)
    expect(screen.getByRole('heading', { name: 'Your email address is confirmed.' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login?redirect=checkout')
    expect(localStorage.getItem('auth_token')).toBeNull()
  })
})

describe('a link that does not', () => {
  it('without a token is an error at once', () => {
    const server = follow(verified, '/verify-email')
    expect(screen.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Invalid verification link. Please check your email for the correct link.',
    )
    expect(server.calls).toEqual([])
  })

  it.each<[string, Verify, string]>([
    [
      'the server says no',
      () => refuse('VERIFICATION_LINK_INVALID'),
      'Email verification failed.Links work once, and run out. Sign in to get a new one.',
    ],
    ['the server breaks', () => breakDown(), 'Email verification failed.'],
    ['nothing answers', () => loseNetwork(), 'An error occurred during verification. Please try again.'],
  ])('says so where %s, and offers two ways on', async (_case, answer, words) => {
    follow(answer)
    await pass(100)
    expect(screen.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(words)
    expect(screen.getByRole('link', { name: 'Try Login Again' })).toHaveAttribute('href', '/login')
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  })
})
