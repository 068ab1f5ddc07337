import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { VerifyEmailPendingScreen } from '#client/features/auth/verify-email-pending-screen.tsx'
import { cartItems } from '#client/lib/stored.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { type Answers, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { findElsewhere, openScreen, SAM } from './open-screen.tsx'

type Auth = NonNullable<Answers['auth']>
type Resend = NonNullable<Auth['resendVerification']>
type Correct = NonNullable<Auth['correctRegistration']>
type Opening = { resend?: Resend; correct?: Correct; isSignedIn?: boolean; waiting?: string }

function openPending({ resend, correct, isSignedIn = false, waiting }: Opening = {}) {
  const pending = { email: SAM.email, redirectTo: '/checkout', message: 'Check your email', waiting }
  localStorage.setItem('pendingVerification', JSON.stringify(pending))
  const server = fakeServer({
    auth: {
      ...(resend && { resendVerification: resend }),
      ...(correct && { correctRegistration: correct }),
      ...(waiting && { verificationState: () => ({ isVerified: false }) }),
      me: () => ({ id: SAM.id, user: SAM }),
    },
  })
  return {
    server,
    user: openScreen({ Screen: VerifyEmailPendingScreen, at: '/verify-email-pending', isSignedIn }),
  }
}

describe('waiting for the confirmation', () => {
  it('goes home where nothing is waited for', async () => {
    fakeServer({})
    openScreen({ Screen: VerifyEmailPendingScreen, at: '/verify-email-pending' })
    expect(await findElsewhere()).toBe('/')
  })

  it('shows where the link went, and the way home', () => {
    openPending()
    expect(screen.getByText(/sent to/)).toHaveTextContent(/sent to sam@example\.com$/)
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })

  it('leads a student with a mistyped address back to register, and on to pay as before', () => {
    openPending()
    expect(screen.getByRole('link', { name: 'sign up again' })).toHaveAttribute(
      'href',
      '/register?redirect=checkout',
    )
    expect(screen.getByText(/another username: the one you chose is taken now\./)).toBeVisible()
  })

  it('speaks of the cart only where there is one', () => {
    openPending()
    expect(screen.queryByText(/your cart/i)).toBeNull()
    const { videos } = makePageData()
    act(() => cartItems.write(videos.slice(0, 1).map((video) => ({ video, quantity: 1 }))))
    expect(
      screen.getByText(
        /Open it here, or on another device with your password\. This page then goes on by itself\. Your cart waits here\.$/,
      ),
    ).toBeVisible()
    expect(screen.getByText(/the one you chose is taken now\./)).toBeVisible()
  })

  it('sends another', async () => {
    const { server, user } = openPending({ resend: () => ({ success: true, message: 'Email sent!' }) })
    await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }))
    expect((await screen.findAllByText('Email sent!')).length).toBeGreaterThan(0)
    expect(server.inputsOf('auth.resendVerification')).toEqual([{ email: SAM.email }])
  })

  it.each<[string, Resend]>([
    ['no network', () => loseNetwork()],
    ['a refusal', () => refuse('SERVICE_UNAVAILABLE')],
  ])('on %s says that it could not', async (_case, resend) => {
    const { user } = openPending({ resend })
    await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }))
    const words = 'Failed to resend verification email. Please try again.'
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
    expect(screen.queryByText('Email sent!')).toBeNull()
  })

  it('goes on by itself once another tab has signed in', async () => {
    openPending({ isSignedIn: true })
    expect(await findElsewhere()).toBe('/checkout')
  })
})

describe('a mistyped address', () => {
  const CHANGE = 'Wrong address? Change it'
  const SEND = 'Send the link there'

  async function openChange(correct: Correct) {
    const opened = openPending({ correct, waiting: 'sealed' })
    await opened.user.click(screen.getByRole('button', { name: CHANGE }))
    const field = await screen.findByRole('textbox', { name: 'Your email address' })
    expect(field).toHaveFocus()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Change the address')
    expect(field).toHaveValue(SAM.email)
    await opened.user.clear(field)
    return { ...opened, field }
  }

  it('is changed where the registration was made, and stays changed', async () => {
    const { server, user, field } = await openChange(() => ({ success: true }))
    await user.type(field, 'sam@right.example')
    await user.click(screen.getByRole('button', { name: SEND }))
    expect(await screen.findByText('Email sent!')).toBeVisible()
    expect(screen.getByText(/sent to/)).toHaveTextContent(/sent to sam@right\.example$/)
    expect(server.inputsOf('auth.correctRegistration')).toEqual([
      { waiting: 'sealed', email: 'sam@right.example' },
    ])
    expect(JSON.parse(localStorage.getItem('pendingVerification') ?? '')).toMatchObject({
      email: 'sam@right.example',
      redirectTo: '/checkout',
      waiting: 'sealed',
    })
    expect(screen.getByRole('button', { name: CHANGE })).toHaveFocus()
    expect(screen.queryByRole('link', { name: 'sign up again' })).toBeNull()
  })

  it.each<[string, Correct, string]>([
    ['a taken address', () => refuse('EMAIL_TAKEN'), 'This email is already registered'],
    [
      'a registration that is over',
      () => refuse('REGISTRATION_OVER'),
      'The address is confirmed already, or the account was removed. Try to sign in.',
    ],
    ['no network', () => loseNetwork(), 'An unexpected error occurred. Please try again.'],
  ])('on %s says so at the field and keeps what was typed', async (_case, correct, words) => {
    const { user, field } = await openChange(correct)
    await user.type(field, 'sam@right.example')
    await user.click(screen.getByRole('button', { name: SEND }))
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Your email address' })).toHaveValue('sam@right.example')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText(/sent to/)).toHaveTextContent(/sent to sam@example\.com$/)
    expect(screen.getByRole('button', { name: CHANGE })).toHaveFocus()
  })

  it('asks for a whole address', async () => {
    const { server, user, field } = await openChange(() => ({ success: true }))
    await user.type(field, 'sam')
    await user.click(screen.getByRole('button', { name: SEND }))
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(server.inputsOf('auth.correctRegistration')).toEqual([])
  })
})
