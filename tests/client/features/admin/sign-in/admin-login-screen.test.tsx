import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AdminLoginScreen } from '#client/features/admin/sign-in/admin-login-screen.tsx'
import { ADMIN_EMAIL, SIGNED_IN, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { fillIn, findElsewhere, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'

type Admin = NonNullable<Answers['admin']>

const CODE_SENT = 'Check your email for the 6 digits. They work for 10 minutes.'

function openLogin(over: Admin = {}) {
  let isIn = false
  const server = fakeServer({
    admin: {
      session: () => (isIn ? SIGNED_IN : SIGNED_OUT),
      login: () => ({
        sessionToken: 'challenge-1',
        adminEmail: ADMIN_EMAIL,
        message: CODE_SENT,
        hasApp: false,
      }),
      verifyCode: () => {
        isIn = true
        return { success: true, adminEmail: ADMIN_EMAIL }
      },
      resendCode: () => ({ success: true, message: 'Code Resent' }),
      ...over,
    },
  })
  return { server, user: openScreen({ Screen: AdminLoginScreen, at: '/admin-login' }) }
}

type Login = ReturnType<typeof openLogin>

async function giveCredentials({ user }: Login) {
  await fillIn(user, 'Email', ` ${ADMIN_EMAIL} `)
  await fillIn(user, 'Password', 'downwind-checks-complete')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}

async function openCode(over: Admin = {}) {
  const login = openLogin(over)
  await giveCredentials(login)
  await screen.findByLabelText('Authentication code')
  return login
}

async function giveCode({ user }: Login, code = '123456') {
  await fillIn(user, 'Authentication code', code)
  await user.click(screen.getByRole('button', { name: 'Verify' }))
}

describe('the login step', () => {
  it('sends a code and asks for it', async () => {
    const login = await openCode()
    expect((await findNotices()).getByText('Authentication Code Sent')).toBeVisible()
    expect(screen.getByText(ADMIN_EMAIL)).toBeVisible()
    expect(screen.getByLabelText('Authentication code')).toHaveFocus()
    expect(login.server.inputsOf('admin.login')).toEqual([
      { email: ADMIN_EMAIL, password: 'downwind-checks-complete' },
    ])
  })

  it('leads back to the homepage', async () => {
    openLogin()
    expect(screen.getByRole('link', { name: 'Back to homepage' })).toHaveAttribute('href', '/')
    await screen.findByLabelText('Email')
  })

  it('shows and hides the password', async () => {
    const { user } = openLogin()
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  })

  it('asks for both before it asks the server', async () => {
    const { user, server } = openLogin()
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(screen.getByLabelText('Email')).toBeInvalid())
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please enter your email address.')
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please enter your password.')
    expect(server.inputsOf('admin.login')).toEqual([])
  })

  it.each<[string, NonNullable<Admin['login']>, string]>([
    ['a refusal', () => refuse('ADMIN_LOGIN_FAILED'), 'Login failed'],
    [
      'too many tries',
      () => refuse('RATE_LIMITED'),
      'Too many attempts. Please wait a few minutes and try again.',
    ],
    ['a broken server', () => breakDown(), 'Login failed'],
    ['no network', () => loseNetwork(), 'Network error. Please try again.'],
  ])('on %s says why and keeps what was typed', async (_case, answer, words) => {
    await giveCredentials(openLogin({ login: answer }))
    expect(await (await findNotices()).findByText(words)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue(ADMIN_EMAIL)
    expect(screen.getByLabelText('Password')).toHaveValue('downwind-checks-complete')
    expect(screen.getByLabelText('Password')).toHaveFocus()
  })

  it('goes on at once where an admin is signed in', async () => {
    openLogin({ session: () => SIGNED_IN })
    expect(await findElsewhere()).toBe('/admin')
  })
})

describe('the code step', () => {
  it('takes six digits and nothing else', async () => {
    const { user } = await openCode()
    const field = screen.getByLabelText('Authentication code')
    const verify = screen.getByRole('button', { name: 'Verify' })
    expect(verify).toHaveAccessibleDescription('All 6 digits come first.')
    await user.type(field, '12a 3-4x5')
    expect(field).toHaveValue('12345')
    expect(verify).toHaveAccessibleDescription('All 6 digits come first.')
    await user.type(field, '678')
    expect(field).toHaveValue('123456')
    expect(verify).not.toHaveAttribute('aria-disabled')
    await user.clear(field)
    await user.paste(' 654 321 ')
    expect(field).toHaveValue('654321')
  })

  it('goes to the back office with the right one', async () => {
    const login = await openCode()
    await giveCode(login)
    expect(await findElsewhere()).toBe('/admin')
    expect((await findNotices()).getByText('Authentication Successful')).toBeVisible()
    expect(login.server.inputsOf('admin.verifyCode')).toEqual([
      { sessionToken: 'challenge-1', authCode: '123456', method: 'email' },
    ])
  })

  it.each<[string, NonNullable<Admin['verifyCode']>, string]>([
    [
      'a wrong code',
      () => refuse('ADMIN_CODE_WRONG'),
      'That code is not right. Please check it and try again.',
    ],
    ['a broken server', () => breakDown(), 'Verification failed'],
    ['no network', () => loseNetwork(), 'Network error. Please try again.'],
  ])('on %s says so at the field', async (_case, verifyCode, words) => {
    const login = await openCode({ verifyCode })
    await giveCode(login)
    expect(await (await findNotices()).findByText(words)).toBeVisible()
    const field = screen.getByLabelText('Authentication code')
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(field).toHaveFocus()
  })

  it('sends a new code, and takes the old digits away', async () => {
    const login = await openCode()
    await fillIn(login.user, 'Authentication code', '111111')
    await login.user.click(screen.getByRole('button', { name: 'Resend code' }))
    expect(await (await findNotices()).findByText('Code Resent')).toBeVisible()
    expect(screen.getByLabelText('Authentication code')).toHaveValue('')
    expect(login.server.inputsOf('admin.resendCode')).toEqual([{ sessionToken: 'challenge-1' }])
  })

  it.each<[string, NonNullable<Admin['resendCode']>, string]>([
    ['a broken server', () => breakDown(), 'Failed to resend code'],
    ['no network', () => loseNetwork(), 'Network error. Please try again.'],
  ])('says when %s sends none', async (_case, resendCode, words) => {
    const { user } = await openCode({ resendCode })
    await user.click(screen.getByRole('button', { name: 'Resend code' }))
    expect(await (await findNotices()).findByText(words)).toBeVisible()
  })

  it('goes back to the login, and forgets the digits', async () => {
    const login = await openCode()
    await fillIn(login.user, 'Authentication code', '1234')
    await login.user.click(screen.getByRole('button', { name: 'Back to login' }))
    expect(screen.getByLabelText('Email')).toHaveValue(ADMIN_EMAIL)
    expect(screen.queryByLabelText('Authentication code')).toBeNull()
    await fillIn(login.user, 'Password', 'downwind-checks-complete')
    await login.user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await screen.findByLabelText('Authentication code')).toHaveValue('')
  })

  it('asks for a new login when the code is over', async () => {
    const login = await openCode({ verifyCode: () => refuse('ADMIN_CODE_EXPIRED') })
    await giveCode(login)
    const words = await screen.findAllByText('That code has expired. Please sign in again.')
    expect(words.length).toBeGreaterThan(0)
    expect(screen.getByLabelText('Email')).toHaveValue(ADMIN_EMAIL)
    expect(screen.getByLabelText('Password')).toHaveValue('')
  })
})
