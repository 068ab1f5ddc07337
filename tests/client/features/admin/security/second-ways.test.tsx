import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AdminLoginScreen } from '#client/features/admin/sign-in/admin-login-screen.tsx'
import { ADMIN_EMAIL, SIGNED_IN, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { fillIn, findElsewhere, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { fakeServer, refuse } from '#tests/support/fake-server.ts'

function openCodeStep({ hasApp }: { hasApp: boolean }) {
  let isIn = false
  const server = fakeServer({
    admin: {
      session: () => (isIn ? SIGNED_IN : SIGNED_OUT),
      login: () => ({ sessionToken: 'challenge-1', adminEmail: ADMIN_EMAIL, message: 'Sent', hasApp }),
      verifyCode: ({ authCode }) => {
        if (authCode === '000000') refuse('ADMIN_CODE_WRONG')
        isIn = true
        return { success: true, adminEmail: ADMIN_EMAIL }
      },
    },
  })
  const user = openScreen({ Screen: AdminLoginScreen, at: '/admin-login' })
  return {
    server,
    user,
    async pass() {
      await fillIn(user, 'Email', ADMIN_EMAIL)
      await fillIn(user, 'Password', 'downwind-checks-complete')
      await user.click(screen.getByRole('button', { name: 'Sign In' }))
      await screen.findByLabelText('Authentication code')
    },
  }
}

describe('the second way in', () => {
  it('is offered to those who have one', async () => {
    const without = openCodeStep({ hasApp: false })
    await without.pass()
    expect(screen.queryByRole('button', { name: 'Use the authenticator app' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
  })

  it('takes the digits of an app, and says so to the server', async () => {
    const { user, server, pass } = openCodeStep({ hasApp: true })
    await pass()
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }))
    const field = screen.getByLabelText('Authentication code')
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription('The 6 digits your authenticator app shows now')
    expect(screen.queryByRole('button', { name: 'Resend code' })).toBeNull()
    await user.type(field, '12 34 56x')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await findElsewhere()).toBe('/admin')
    expect(server.inputsOf('admin.verifyCode')).toEqual([
      { sessionToken: 'challenge-1', authCode: '123456', method: 'app' },
    ])
  })

  it('takes a recovery code once it is whole', async () => {
    const { user, server, pass } = openCodeStep({ hasApp: true })
    await pass()
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    const field = screen.getByLabelText('Recovery code')
    await user.type(field, '7qk3m-0w9z')
    expect(screen.getByRole('button', { name: 'Verify' })).toHaveAccessibleDescription(
      'The whole code comes first.',
    )
    await user.type(field, 'a')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await findElsewhere()).toBe('/admin')
    expect(server.inputsOf('admin.verifyCode')).toEqual([
      { sessionToken: 'challenge-1', authCode: '7QK3M-0W9ZA', method: 'recovery' },
    ])
  })

  it('leads back to the mail, with nothing of the wrong code left', async () => {
    const { user, pass } = openCodeStep({ hasApp: true })
    await pass()
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }))
    await user.type(screen.getByLabelText('Authentication code'), '000000')
    await user.click(screen.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('That code is not right. Please check it and try again.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Use the emailed code' }))
    expect(screen.getByLabelText('Authentication code')).toHaveValue('')
    expect(screen.getByRole('button', { name: 'Resend code' })).toBeEnabled()
  })
})
