import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ForgotPasswordScreen } from '#client/features/auth/forgot-password-screen.tsx'
import { type Answers, fakeServer, loseNetwork } from '#tests/support/fake-server.ts'
import { fillIn, openScreen } from './open-screen.tsx'

type Ask = NonNullable<NonNullable<Answers['auth']>['requestPasswordReset']>

function openForgot(at = '/forgot-password', ask: Ask = () => ({ success: true, message: 'sent' })) {
  const server = fakeServer({ auth: { requestPasswordReset: ask } })
  return { server, user: openScreen({ Screen: ForgotPasswordScreen, at }) }
}

async function findNotices() {
  return within(await screen.findByRole('region', { name: /Notices/ }))
}

describe('a forgotten password', () => {
  it.each([
    ['/forgot-password', 'user', '/login'],
    ['/forgot-password?type=user', 'user', '/login'],
    ['/forgot-password?type=referer', 'referer', '/referer-portal'],
    ['/forgot-password?type=admin', 'user', '/login'],
  ])('at %s asks for a %s and leads back to %s', async (at, type, back) => {
    const { server, user } = openForgot(at)
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', back)
    await fillIn(user, 'Email', '  sam@example.com ')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('Reset Link Sent')).toBeVisible()
    expect(server.inputsOf('auth.requestPasswordReset')).toEqual([{ email: 'sam@example.com', type }])
  })

  it.each(['', '   '])('with "%s" wants an address', async (typed) => {
    const { server, user } = openForgot()
    if (typed) await fillIn(user, 'Email', typed)
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    const notices = await findNotices()
    expect(await notices.findByText('Email Required')).toBeVisible()
    expect(notices.queryByText('Please enter your email address.')).toBeNull()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please enter your email address.')
    expect(server.calls).toEqual([])
  })

  it('keeps the address when it could not be sent', async () => {
    const { user } = openForgot('/forgot-password', () => loseNetwork())
    await fillIn(user, 'Email', 'sam@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    const notices = await findNotices()
    expect(await notices.findByText('Failed to send reset email. Please try again.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('sam@example.com')
  })
})
