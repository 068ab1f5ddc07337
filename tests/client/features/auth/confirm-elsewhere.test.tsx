import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { VerifyEmailScreen } from '#client/features/auth/verify-email-screen.tsx'
import { type Answers, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { fillIn, openScreen, SAM, TOKEN } from './open-screen.tsx'

type Auth = NonNullable<Answers['auth']>

const verified = () => ({ success: true as const, message: '', autoLogin: true, token: TOKEN, user: SAM })
const waiting = () => ({ email: SAM.email, isVerified: false })

/** Opens the link where no one, or another, has registered. */
function follow(answers: Auth, registered?: string) {
  if (registered !== undefined) {
    const pending = { email: registered, redirectTo: '/', message: '' }
    localStorage.setItem('pendingVerification', JSON.stringify(pending))
  }
  const server = fakeServer({ auth: { checkVerification: waiting, ...answers } })
  const user = openScreen({ Screen: VerifyEmailScreen, at: '/verify-email?token=secret' })
  return { server, user }
}

const press = (name: string) => screen.findByRole('button', { name })

describe('a verification link in a browser that did not register', () => {
  it.each([undefined, 'another@example.com'])(
    'confirms nothing before the person chose (registered here: %s)',
    async (registered) => {
      const { server } = follow({}, registered)
      expect(await screen.findByRole('heading', { name: 'Confirm your email address' })).toBeVisible()
      expect(await screen.findByText(/An account was opened for sam@example.com/)).toBeVisible()
      expect(server.calls.map(({ path }) => path)).toEqual(['auth.checkVerification'])
    },
  )

  it('confirms with the password of the account, and signs in', async () => {
    const { server, user } = follow({ verifyEmailWithPassword: verified })
    await fillIn(user, 'Password', 'left base, gear down')
    await user.click(await press('Confirm address'))
    expect(await screen.findByRole('heading', { name: 'Welcome!' })).toBeVisible()
    expect(server.inputsOf('auth.verifyEmailWithPassword')).toEqual([
      { token: 'secret', password: 'left base, gear down' },
    ])
    expect(localStorage.getItem('auth_token')).toBe(TOKEN)
  })

  it('says at the field that the password is another', async () => {
    const { user } = follow({ verifyEmailWithPassword: () => refuse('ACCOUNT_PASSWORD_WRONG') })
    await fillIn(user, 'Password', 'not this one')
    await user.click(await press('Confirm address'))
    expect(await screen.findByText('This is not the password the account was opened with.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    expect(localStorage.getItem('auth_token')).toBeNull()
  })

  it('confirms with a new password in place of the other', async () => {
    const { server, user } = follow({ setPasswordByVerification: verified })
    await user.click(await press('Set a new one'))
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus())
    await fillIn(user, 'New password', 'short final, full stop')
    await fillIn(user, 'Confirm new password', 'short final, full stop')
    await user.click(await press('Set password and confirm'))
    expect(await screen.findByRole('heading', { name: 'Welcome!' })).toBeVisible()
    expect(server.inputsOf('auth.setPasswordByVerification')).toEqual([
      { token: 'secret', password: 'short final, full stop' },
    ])
  })

  it('removes an account that the person did not open', async () => {
    const { server, user } = follow({ discardRegistration: () => ({ success: true }) })
    await user.click(await press('It was not me'))
    expect(await screen.findByRole('heading', { name: 'The account is removed' })).toBeVisible()
    expect(server.inputsOf('auth.discardRegistration')).toEqual([{ token: 'secret' }])
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  })

  it('says that an account could not be removed, and lets it be tried again', async () => {
    const { user } = follow({ discardRegistration: () => loseNetwork() })
    await user.click(await press('It was not me'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The account could not be removed')
    expect(await press('It was not me')).toBeEnabled()
  })

  it.each<[string, Auth]>([
    ['It was not me', { discardRegistration: () => refuse('VERIFICATION_LINK_INVALID') }],
    ['Confirm address', { verifyEmailWithPassword: () => refuse('VERIFICATION_LINK_INVALID') }],
  ])('that has run out meanwhile says so: %s', async (button, answers) => {
    const { user } = follow(answers)
    await fillIn(user, 'Password', 'left base, gear down')
    await user.click(await press(button))
    expect(await screen.findByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  })

  it('asks for nothing where the address is confirmed already', async () => {
    follow({
      checkVerification: () => ({ email: SAM.email, isVerified: true }),
      verifyEmail: () => ({ success: true, message: '', autoLogin: false, token: null, user: null }),
    })
    expect(await screen.findByRole('heading', { name: 'Your email address is confirmed.' })).toBeVisible()
    expect(localStorage.getItem('auth_token')).toBeNull()
  })
})
