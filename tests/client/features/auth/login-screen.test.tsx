import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { LoginScreen } from '#client/features/auth/login-screen.tsx'
import { type Answers, breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { fillIn, findElsewhere, openScreen, SAM, TOKEN } from './open-screen.tsx'

type Login = NonNullable<NonNullable<Answers['auth']>['login']>

const welcome: Login = () => ({ success: true, token: TOKEN, user: SAM })

function openLogin(login: Login = welcome, at = '/login') {
  const server = fakeServer({
    auth: { login, resendVerification: () => ({ success: true, message: 'Email sent!' }) },
  })
  return { server, user: openScreen({ Screen: LoginScreen, at }) }
}

async function signIn({ user }: ReturnType<typeof openLogin>, email = ' sam@example.com ') {
  await fillIn(user, 'Email', email)
  await fillIn(user, 'Password', 'straight-and-level')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}

describe('signing in', () => {
  it('keeps the token, welcomes and goes home', async () => {
    const login = openLogin()
    await signIn(login)
    expect(await findElsewhere()).toBe('/')
    expect(screen.getByText('Welcome back!')).toBeVisible()
    expect(localStorage.getItem('auth_token')).toBe(TOKEN)
    expect(login.server.inputsOf('auth.login')).toEqual([
      { email: 'sam@example.com', password: 'straight-and-level' },
    ])
  })

  it.each([
    ['/login?redirect=checkout', '/checkout'],
    ['/login?redirect=/admin', '/'],
    ['/login?redirect=https://example.org', '/'],
  ])('from %s it goes on to %s', async (at, target) => {
    await signIn(openLogin(welcome, at))
    expect(await findElsewhere()).toBe(target)
  })

  it('leads a first buyer to an account, and takes the checkout along', () => {
    openLogin(welcome, '/login?redirect=checkout')
    expect(screen.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
      'href',
      '/register?redirect=checkout',
    )
    const main = screen.getByRole('button', { name: 'Sign In' })
    expect(main).toHaveClass('btn-go')
    expect(screen.getByRole('link', { name: 'Create an account' })).not.toHaveClass('btn-go')
    const steps = within(screen.getByRole('list', { name: 'Steps to your films' }))
    expect(steps.getByText('Account').closest('li')).toHaveAttribute('aria-current', 'step')
  })

  it('asks for both before it asks the server', async () => {
    const { user, server } = openLogin()
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    const email = screen.getByLabelText('Email')
    await waitFor(() => expect(email).toBeInvalid())
    expect(email).toHaveAccessibleDescription('Please enter your email address.')
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please enter your password.')
    expect(email).toHaveFocus()
    expect(server.calls).toEqual([])
  })

  it.each<[string, Login, string]>([
    ['a refusal', () => refuse('INVALID_CREDENTIALS'), 'Please check your credentials and try again.'],
    [
      'too many tries',
      () => refuse('RATE_LIMITED'),
      'Too many attempts. Please wait a few minutes and try again.',
    ],
    ['a broken server', () => breakDown(), 'An unexpected error occurred. Please try again.'],
    ['no network', () => loseNetwork(), 'An unexpected error occurred. Please try again.'],
  ])('on %s says why, keeps what was typed and goes back to the password', async (_case, answer, words) => {
    await signIn(openLogin(answer), 'sam@example.com')
    const note = within(await screen.findByRole('alert'))
    expect(note.getByText('Login failed')).toBeVisible()
    // Once: no toast says it a second time over the form.
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('sam@example.com')
    expect(screen.getByLabelText('Password')).toHaveValue('straight-and-level')
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('tells that the address waits for its confirmation, and sends another link', async () => {
    const message = 'Follow the link sent to sam@example.com, then sign in.'
    const unverified: Login = () => ({
      success: false,
      requiresVerification: true,
      email: 'sam@example.com',
      message,
      error: 'Please verify your email address first.',
    })
    const login = openLogin(unverified, '/login?redirect=checkout')
    await signIn(login)
    expect((await screen.findAllByText('Please verify your email')).length).toBeGreaterThan(0)
    expect(JSON.parse(localStorage.getItem('pendingVerification') ?? '')).toEqual({
      email: 'sam@example.com',
      redirectTo: '/checkout',
      message,
    })
    expect(localStorage.getItem('auth_token')).toBeNull()
    await login.user.click(screen.getByRole('button', { name: 'Resend Verification Email' }))
    expect((await screen.findAllByText('Email sent!')).length).toBeGreaterThan(0)
    expect(login.server.inputsOf('auth.resendVerification')).toEqual([{ email: 'sam@example.com' }])
  })

  it.each([
    ['keeps where registration was to lead', 'Sam@example.com', '/login', '/checkout'],
    [
      'goes by its own wish before an older one',
      'sam@example.com',
      '/login?redirect=checkout',
      '/checkout',
      '/',
    ],
    ['takes nothing from another address', 'alex@example.com', '/login', '/'],
  ])('of an address that waits %s', async (_case, email, at, target, redirectTo = '/checkout') => {
    localStorage.setItem('pendingVerification', JSON.stringify({ email, redirectTo, message: 'Sent.' }))
    const login = openLogin(
      () => ({
        success: false,
        requiresVerification: true,
        email: 'sam@example.com',
        message: 'Follow the link.',
        error: 'Please verify your email address first.',
      }),
      at,
    )
    await signIn(login)
    expect((await screen.findAllByText('Please verify your email')).length).toBeGreaterThan(0)
    expect(JSON.parse(localStorage.getItem('pendingVerification') ?? '')).toEqual({
      email: 'sam@example.com',
      redirectTo: target,
      message: 'Follow the link.',
    })
  })

  it('of an address that waits keeps what proves that this browser registered it', async () => {
    const kept = { redirectTo: '/', message: 'Sent.', waiting: 'sealed' }
    localStorage.setItem('pendingVerification', JSON.stringify({ ...kept, email: 'Sam@example.com' }))
    const login = openLogin(() => ({
      success: false,
      requiresVerification: true,
      email: 'sam@example.com',
      message: 'Follow the link.',
      error: 'Please verify your email address first.',
    }))
    await signIn(login)
    await screen.findAllByText('Please verify your email')
    expect(JSON.parse(localStorage.getItem('pendingVerification') ?? '')).toMatchObject({ waiting: 'sealed' })
  })

  it('never writes the password down', async () => {
    const login = openLogin(() => refuse('INVALID_CREDENTIALS'))
    await signIn(login)
    await screen.findAllByText('Login failed')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('straight-and-level')
  })

  it('shows the password when asked', async () => {
    const { user } = openLogin()
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
  })

  it('sends a signed-in student on at once', async () => {
    fakeServer({ auth: { me: () => ({ id: SAM.id, user: SAM }) } })
    openScreen({ Screen: LoginScreen, at: '/login?redirect=checkout', isSignedIn: true })
    expect(await findElsewhere()).toBe('/checkout')
  })
})
