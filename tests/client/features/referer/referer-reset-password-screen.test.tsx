import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Providers } from '#client/app/providers.tsx'
import { RefererResetPasswordScreen } from '#client/features/referer/referer-reset-password-screen.tsx'
import { passwordResetRedirectMs } from '#shared/limits.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { fillIn, openScreen, pass } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, breakDown, fakeServer, refuse } from '#tests/support/fake-server.ts'
import { findNotice } from './open-portal.tsx'

function openReset(auth: Answers['auth'] = {}, query = '') {
  const server = fakeServer({ auth: { ...auth } })
  const at = `/referer-reset-password${query}`
  return { server, user: openScreen({ Screen: RefererResetPasswordScreen, at }) }
}

async function setPassword({ user }: ReturnType<typeof openReset>, password: string, again = password) {
  await fillIn(user, 'New password', password)
  await fillIn(user, 'Confirm new password', again)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

describe('without a token', () => {
  it('sends a link, and says where to look', async () => {
    const { server, user } = openReset({ requestPasswordReset: () => ({ success: true, message: '' }) })
    await fillIn(user, 'Email', ' club@example.com ')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeVisible()
    expect(server.inputsOf('auth.requestPasswordReset')).toEqual([
      { email: 'club@example.com', type: 'referer' },
    ])
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/club-portal')
    await user.click(screen.getByRole('button', { name: 'Try Different Email' }))
    expect(await screen.findByLabelText('Email')).toHaveValue('')
  })

  it('wants an address', async () => {
    const { server, user } = openReset()
    await user.click(await screen.findByRole('button', { name: 'Send the link' }))
    expect(await screen.findByText('Please enter your email address.')).toBeVisible()
    expect(server.calls).toEqual([])
  })

  it('says that it failed, and keeps the address', async () => {
    const { user } = openReset({ requestPasswordReset: () => breakDown(500) })
    await fillIn(user, 'Email', 'club@example.com')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    const notice = await findNotice()
    expect(await notice.findByText('Error')).toBeVisible()
    expect(notice.getByText('Failed to send reset email. Please try again.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('club@example.com')
  })
})

describe('with a token', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('takes it from the path too', async () => {
    fakeServer({})
    render(
      <MemoryRouter initialEntries={['/referer-reset-password/secret']}>
        <Providers data={makePageData()}>
          <Routes>
            <Route path="/referer-reset-password/:token" element={<RefererResetPasswordScreen />} />
          </Routes>
        </Providers>
      </MemoryRouter>,
    )
    expect(await screen.findByLabelText('New password')).toBeVisible()
  })

  it('sets the password and goes on to the portal after three seconds', async () => {
    const opened = openReset(
      { resetPassword: () => ({ success: true, message: 'Changed' }) },
      '?token=secret',
    )
    await fillIn(opened.user, 'New password', 'crosswind-teapot')
    await fillIn(opened.user, 'Confirm new password', 'crosswind-teapot')
    vi.useFakeTimers()
    screen.getByRole('button', { name: 'Change password' }).click()
    await pass(200)
    expect(screen.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible()
    expect(opened.server.inputsOf('auth.resetPassword')).toEqual([
      { token: 'secret', newPassword: 'crosswind-teapot', type: 'referer' },
    ])
    await pass(passwordResetRedirectMs - 300)
    expect(screen.queryByRole('main', { name: 'Elsewhere' })).toBeNull()
    await pass(300)
    expect(screen.getByRole('main', { name: 'Elsewhere' }).textContent).toBe('/club-portal')
  })

  it('shows both passwords when asked to', async () => {
    const { user } = openReset({}, '?token=secret')
    const buttons = await screen.findAllByRole('button', { name: 'Show password' })
    expect(buttons).toHaveLength(2)
    for (const button of buttons) await user.click(button)
    expect(screen.getByLabelText('New password')).toHaveAttribute('type', 'text')
    expect(screen.getByLabelText('Confirm new password')).toHaveAttribute('type', 'text')
  })

  it('wants eight characters, twice the same', async () => {
    const opened = openReset({}, '?token=secret')
    await setPassword(opened, 'short', 'shor')
    expect(await screen.findByText('Password must be at least 8 characters long')).toBeVisible()
    expect(screen.getByText('Passwords do not match')).toBeVisible()
    expect(opened.server.calls).toEqual([])
  })

  it('offers another link where this one works no more', async () => {
    const opened = openReset({ resetPassword: () => refuse('RESET_LINK_INVALID') }, '?token=secret')
    await setPassword(opened, 'crosswind-teapot')
    expect(await screen.findByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/referer-reset-password',
    )
  })

  it('says that it failed, in the field too', async () => {
    const opened = openReset({ resetPassword: () => breakDown(500) }, '?token=secret')
    await setPassword(opened, 'crosswind-teapot')
    const words = 'Failed to reset password. Please try again.'
    expect(await (await findNotice()).findByText(words)).toBeVisible()
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
        expect.stringContaining(words),
      ),
    )
  })
})
