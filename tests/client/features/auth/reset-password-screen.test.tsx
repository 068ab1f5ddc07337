import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ResetPasswordScreen } from '#client/features/auth/reset-password-screen.tsx'
import { passwordResetRedirectMs } from '#shared/limits.ts'
import { type Answers, breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { fillIn, findElsewhere, openScreen, pass, SAM } from './open-screen.tsx'

type Auth = NonNullable<Answers['auth']>

type Check = NonNullable<Auth['verifyResetToken']>
type Reset = NonNullable<Auth['resetPassword']>

const goodLink: Check = () => ({ valid: true, email: 'sam@example.com', type: 'user' })
const changed: Reset = () => ({ success: true, message: 'changed' })

type Opening = { at?: string; auth?: Auth; isSignedIn?: boolean }

function openReset({ at = '/reset-password?token=secret', auth = {}, isSignedIn = false }: Opening = {}) {
  const server = fakeServer({
    auth: { verifyResetToken: goodLink, resetPassword: changed, ...auth },
  })
  return { server, user: openScreen({ Screen: ResetPasswordScreen, at, isSignedIn }) }
}

async function setPassword({ user }: ReturnType<typeof openReset>, password: string, confirm = password) {
  await fillIn(user, 'New password', password)
  await fillIn(user, 'Confirm new password', confirm)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

async function expectNotice(title: string, text?: string) {
  const notices = within(await screen.findByRole('region', { name: /Notices/ }))
  expect(await notices.findByText(title)).toBeVisible()
  if (text !== undefined) expect(notices.getByText(text)).toBeVisible()
}

describe('the link', () => {
  it('that is none leads to the sign-in', async () => {
    const { server } = openReset({ at: '/reset-password' })
    expect(await findElsewhere()).toBe('/login')
    expect(server.calls).toEqual([])
  })

  it.each([
    ['/reset-password?token=secret', '/forgot-password'],
    ['/reset-password?token=secret&type=referer', '/forgot-password?type=referer'],
  ])('that has run out leads from %s to %s', async (at, target) => {
    openReset({ at, auth: { verifyResetToken: () => ({ valid: false, email: null, type: null }) } })
    expect(await findElsewhere()).toBe(target)
  })

  it('that could not be checked can be checked again', async () => {
    let isAway = true
    const { user } = openReset({
      auth: {
        verifyResetToken: () => (isAway ? loseNetwork() : { valid: true, email: SAM.email, type: 'user' }),
      },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    isAway = false
    await user.click(again)
    expect(await screen.findByLabelText('New password')).toBeVisible()
  })
})

describe('the new password', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is set for the account the link names; this browser’s old session is over', async () => {
    const opened = openReset({ isSignedIn: true, auth: { me: () => ({ id: SAM.id, user: SAM }) } })
    expect(await screen.findByText('sam@example.com')).toBeVisible()
    await setPassword(opened, 'crosswind-teapot')
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible()
    expect(opened.server.inputsOf('auth.resetPassword')).toEqual([
      { token: 'secret', type: 'user', password: 'crosswind-teapot' },
    ])
    expect(localStorage.getItem('auth_token')).toBeNull()
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('crosswind-teapot')
  })

  it('of another account leaves who is signed in here alone', async () => {
    const bea = { id: 'student-bea', username: 'bea', email: 'bea@example.com' }
    const opened = openReset({ isSignedIn: true, auth: { me: () => ({ id: bea.id, user: bea }) } })
    expect(await screen.findByText('sam@example.com')).toBeVisible()
    await setPassword(opened, 'crosswind-teapot')
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeVisible()
    expect(localStorage.getItem('auth_token')).not.toBeNull()
  })

  it.each([
    ['user', '/login'],
    ['referer', '/referer-portal'],
  ] as const)('of a %s leads to %s three seconds later', async (type, target) => {
    const opened = openReset({
      auth: { verifyResetToken: () => ({ valid: true, email: SAM.email, type }) },
    })
    await fillIn(opened.user, 'New password', 'crosswind-teapot')
    await fillIn(opened.user, 'Confirm new password', 'crosswind-teapot')
    vi.useFakeTimers()
    screen.getByRole('button', { name: 'Change password' }).click()
    await pass(200)
    expect(screen.getByRole('heading', { name: 'Password changed' })).toBeVisible()
    await pass(passwordResetRedirectMs)
    expect(screen.getByRole('main', { name: 'Elsewhere' }).textContent).toBe(target)
  })

  it('of seven characters is too short', async () => {
    const opened = openReset()
    await setPassword(opened, '1234567')
    await expectNotice('Password Too Short')
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
      expect.stringContaining('Password must be at least 8 characters long'),
    )
    expect(opened.server.inputsOf('auth.resetPassword')).toEqual([])
  })

  it('has to be the same twice', async () => {
    const opened = openReset()
    await setPassword(opened, 'crosswind-teapot', 'crosswind-teapor')
    expect(await screen.findAllByText("Passwords Don't Match")).toHaveLength(1)
    expect(screen.getByLabelText('Confirm new password')).toHaveAccessibleDescription("Passwords Don't Match")
    expect(opened.server.inputsOf('auth.resetPassword')).toEqual([])
  })

  it('comes too late for a link that ran out meanwhile', async () => {
    const opened = openReset({ auth: { resetPassword: () => refuse('RESET_LINK_INVALID') } })
    await setPassword(opened, 'crosswind-teapot')
    expect(await findElsewhere()).toBe('/forgot-password')
  })

  const COMMON = 'This password is on published lists of leaked passwords. Please choose another.'
  it.each<[string, Reset, string, string]>([
    ['its own sentence', () => refuse('PASSWORD_TOO_COMMON'), COMMON, COMMON],
    [
      'a bare 400',
      () => refuse('BAD_INPUT'),
      'Invalid input data...',
      'Check the new password and try again.',
    ],
    ['a 500', () => breakDown(500), 'Server error...', 'Nothing was changed. Please try again later.'],
    ['no answer', () => loseNetwork(), 'Please try again.', 'Please try again.'],
  ])('that is refused with %s fails with the fitting words', async (_case, resetPassword, notice, field) => {
    const opened = openReset({ auth: { resetPassword } })
    await setPassword(opened, 'crosswind-teapot')
    // What stands at the field is not said twice.
    await expectNotice('Reset Failed', notice === field ? undefined : notice)
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(expect.stringContaining(field))
    expect(screen.getByLabelText('New password')).toHaveValue('crosswind-teapot')
    expect(screen.getByLabelText('New password')).toHaveFocus()
  })
})
