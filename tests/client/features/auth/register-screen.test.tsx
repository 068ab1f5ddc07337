import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RegisterScreen } from '#client/features/auth/register-screen.tsx'
import { CART } from '#tests/client/features/checkout/open-checkout.tsx'
import { type Answers, breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { fillIn, findElsewhere, openScreen, SAM, TOKEN } from './open-screen.tsx'

type Register = NonNullable<NonNullable<Answers['auth']>['register']>

const toBeVerified: Register = () => ({
  success: true,
  requiresVerification: true,
  message: 'Check your email for a link to confirm your address.',
  user: null,
  token: null,
})

function openRegistration(register: Register = toBeVerified, at = '/register', isWide = false) {
  const server = fakeServer({ auth: { register } })
  return { server, user: openScreen({ Screen: RegisterScreen, at, isWide }) }
}

type Opened = ReturnType<typeof openRegistration>

async function fill({ user }: Opened, { confirm = 'crosswind-teapot' } = {}) {
  await fillIn(user, 'Username', 'sam')
  await fillIn(user, 'Email', ' sam@example.com ')
  await fillIn(user, 'Password', 'crosswind-teapot')
  await fillIn(user, 'Confirm password', confirm)
}

function send({ user }: Opened) {
  return user.click(screen.getByRole('button', { name: 'Create account' }))
}

describe('registering', () => {
  it.each([
    ['/register', '/'],
    ['/register?redirect=checkout', '/checkout'],
    ['/register?redirect=/admin', '/'],
  ])('from %s waits for the confirmation, to go on to %s', async (at, redirectTo) => {
    const opened = openRegistration(toBeVerified, at)
    await fill(opened)
    await send(opened)
    expect(await findElsewhere()).toBe('/verify-email-pending')
    expect(JSON.parse(localStorage.getItem('pendingVerification') ?? '')).toEqual({
      email: 'sam@example.com',
      redirectTo,
      message: 'Check your email for a link to confirm your address.',
    })
    expect(localStorage.getItem('auth_token')).toBeNull()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('crosswind-teapot')
  })

  it('signs in at once where the server gives a token', async () => {
    const opened = openRegistration(
      () => ({ success: true, requiresVerification: false, message: '', user: SAM, token: TOKEN }),
      '/register?redirect=checkout',
    )
    await fill(opened)
    await send(opened)
    expect(await findElsewhere()).toBe('/checkout')
    expect(localStorage.getItem('auth_token')).toBe(TOKEN)
  })

  it('sends what a personal account has, and not the password twice', async () => {
    const opened = openRegistration()
    await fill(opened)
    await opened.user.click(screen.getByLabelText('Write to me when there is a new film'))
    await send(opened)
    await findElsewhere()
    expect(opened.server.inputsOf('auth.register')).toEqual([
      {
        username: 'sam',
        email: 'sam@example.com',
        password: 'crosswind-teapot',
        accountType: 'personal',
        wantsNews: true,
      },
    ])
  })
})

describe('on the way to pay', () => {
  it('the steps are named, and what is optional is out of the way', async () => {
    openRegistration(toBeVerified, '/register?redirect=checkout')
    const steps = within(await screen.findByRole('list', { name: 'Steps to your films' }))
    const names = steps.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(names).toEqual(['1 Cart', '2 Account', '3 Confirm email', '4 Pay'])
    expect(steps.getByText('Account').closest('li')).toHaveAttribute('aria-current', 'step')
    expect(screen.getByText('Account type')).not.toBeVisible()
    expect(screen.queryByLabelText('Write to me when there is a new film')).toBeNull()
    expect(screen.getByLabelText('Confirm password')).toBeVisible()
  })

  it('what is bought stands beside it', async () => {
    localStorage.setItem('cartItems', JSON.stringify(CART))
    openRegistration(toBeVerified, '/register?redirect=checkout', true)
    const order = (await screen.findByRole('heading', { name: 'Order summary' })).parentElement
    expect(order).toHaveTextContent('Navigation£60.00Meteorology£60.00Total£120.00')
    expect(order).toHaveTextContent('Includes £20.00 VAT. Open for 3 months from the day you buy.')
  })
})

describe('a business', () => {
  it('has fields of its own, and needs a name', async () => {
    const opened = openRegistration()
    const { user } = opened
    expect(screen.queryByLabelText('Business name')).toBeNull()
    await fill(opened)
    await user.click(screen.getByRole('radio', { name: 'Business' }))
    expect(screen.getByLabelText(/^Country/)).toHaveValue('United Kingdom')
    expect(screen.queryByLabelText(/^VAT number/)).toBeNull()
    await send(opened)
    expect(await screen.findByText('Business name is required')).toBeVisible()
    expect(screen.getByLabelText('Business name')).toBeInvalid()
    expect(opened.server.calls).toEqual([])

    await fillIn(user, 'Business name', 'Hangar 9 Ltd')
    await user.click(screen.getByLabelText('The business is VAT registered'))
    const optional = screen.getAllByText('(optional)').map((word) => word.parentElement?.textContent)
    expect(optional).toEqual(['Business number (optional)', 'Address line 2 (optional)'])
    await fillIn(user, /^VAT number/, 'GB123456789')
    await fillIn(user, 'City', 'Little Crosswind')
    await send(opened)
    await findElsewhere()
    expect(opened.server.inputsOf('auth.register')).toMatchObject([
      {
        accountType: 'business',
        businessName: 'Hangar 9 Ltd',
        businessNumber: null,
        isVatRegistered: true,
        vatNumber: 'GB123456789',
        businessCity: 'Little Crosswind',
        businessCountry: 'United Kingdom',
      },
    ])
  })
})

describe('what is wrong', () => {
  it('is said beside every field at once, and over the button, not in a toast', async () => {
    const opened = openRegistration()
    await fillIn(opened.user, 'Username', 'jo')
    await fillIn(opened.user, 'Email', 'not an address')
    await fillIn(opened.user, 'Password', '1234567')
    await fillIn(opened.user, 'Confirm password', '7654321')
    await send(opened)
    expect(await screen.findByRole('alert')).toHaveTextContent('Please fix the errors')
    expect(document.querySelector('.toast')).toBeNull()
    const expectWords = (label: string, words: RegExp) =>
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(words)
    expectWords('Username', /Username must be at least 3 characters long/)
    expectWords('Email', /Please enter a valid email address/)
    expectWords('Password', /Password must be at least 8 characters long/)
    expectWords('Confirm password', /Passwords do not match/)
    expect(opened.server.calls).toEqual([])
  })

  it('of an address that has an account leads to it', async () => {
    const opened = openRegistration(() => refuse('EMAIL_TAKEN'))
    await fill(opened)
    await send(opened)
    const toReset = await screen.findByRole('link', { name: 'set a new password' })
    expect(toReset).toHaveAttribute('href', '/forgot-password')
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login')
  })

  it.each<[string, Register, { title: string; label: string; words: string }]>([
    [
      'a taken address',
      () => refuse('EMAIL_TAKEN'),
      { title: 'Email already registered', label: 'Email', words: 'This email is already registered' },
    ],
    [
      'a taken name',
      () => refuse('USERNAME_TAKEN'),
      { title: 'Username taken', label: 'Username', words: 'Username taken' },
    ],
    [
      'a leaked password',
      () => refuse('PASSWORD_TOO_COMMON'),
      {
        title: 'Registration failed',
        label: 'Password',
        words: 'This password is on published lists of leaked passwords. Please choose another.',
      },
    ],
  ])('%s is tied to its field, which gets the focus', async (_case, answer, { title, label, words }) => {
    const opened = openRegistration(answer)
    await fill(opened)
    await send(opened)
    expect(await screen.findByText(title)).toBeVisible()
    const field = screen.getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words))
    await waitFor(() => expect(field).toHaveFocus())
    expect(screen.getByLabelText('Confirm password')).toHaveValue('crosswind-teapot')
  })

  it('leads from a name that is taken to the registration this browser made with it', async () => {
    const kept = { email: 'sam@exmaple.com', redirectTo: '/', message: 'Sent.', waiting: 'sealed' }
    localStorage.setItem('pendingVerification', JSON.stringify(kept))
    const opened = openRegistration(() => refuse('USERNAME_TAKEN'))
    await fill(opened)
    await send(opened)
    const link = await screen.findByRole('link', { name: 'Change the address' })
    expect(link).toHaveAttribute('href', '/verify-email-pending')
    expect(link.closest('p')).toHaveTextContent('Did you sign up with sam@exmaple.com? Change the address')
  })

  it('says nothing of other registrations beside a name that is taken', async () => {
    const opened = openRegistration(() => refuse('USERNAME_TAKEN'))
    await fill(opened)
    await send(opened)
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus())
    expect(screen.queryByText(/Did you sign up/)).toBeNull()
  })

  it.each<[string, Register, string]>([
    ['a broken server', () => breakDown(), 'An unexpected error occurred. Please try again.'],
    ['no network', () => loseNetwork(), 'An unexpected error occurred. Please try again.'],
    ['a limit', () => refuse('RATE_LIMITED'), 'Too many attempts. Please wait a few minutes and try again.'],
  ])('%s fails the registration and keeps what was typed', async (_case, answer, words) => {
    const opened = openRegistration(answer)
    await fill(opened)
    await send(opened)
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Registration failed')).toBeVisible()
    expect(alert.getByText(words)).toBeVisible()
    expect(screen.getByLabelText('Username')).toHaveValue('sam')
    expect(screen.getByLabelText('Password')).toHaveValue('crosswind-teapot')
  })
})
