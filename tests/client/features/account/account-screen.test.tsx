import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import { fillIn, findElsewhere, openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, fakeServer, loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { ACCOUNT, findNotice, findPart, openAccount, openForm } from './open-account.tsx'

describe('the account page', () => {
  it('sends who is not signed in to sign in', async () => {
    fakeServer({})
    openScreen({ Screen: AccountScreen, at: '/account' })
    expect(await findElsewhere()).toBe('/login')
  })

  it('says whose account it is, and leads to each of its parts', async () => {
    openAccount()
    expect(await screen.findByText('sam')).toBeVisible()
    expect(screen.getByText(/since 3 February 2026/)).toBeVisible()
    for (const link of screen.getAllByRole('link')) {
      const target = link.getAttribute('href') ?? ''
      if (!target.startsWith('#')) continue
      expect(document.getElementById(target.slice(1))).toContainElement(
        screen.getByRole('heading', { name: link.textContent ?? '' }),
      )
    }
  })

  it('is asked for beside the session, once, and its heading stays the same element', async () => {
    let tellSession = () => {}
    const session = new Promise<{ id: string; user: typeof SAM }>((resolve) => {
      tellSession = () => resolve({ id: SAM.id, user: SAM })
    })
    const { server } = openAccount({ auth: { me: () => session } })
    const heading = await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(server.inputsOf('auth.account')).toHaveLength(1))
    tellSession()
    expect(await screen.findByText(SAM.email)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toBe(heading)
    expect(server.inputsOf('auth.account')).toHaveLength(1)
  })

  it('can be asked for again when it did not come', async () => {
    let isAway = true
    const { user } = openAccount({ auth: { account: () => (isAway ? breakDown(503) : ACCOUNT) } })
    const note = await screen.findByRole('alert')
    expect(note).toHaveTextContent('Your account could not be loaded.')
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(SAM.email)).toBeVisible()
  })

  it('stays, with what was typed, when it cannot be asked for again', async () => {
    let reads = 0
    const { user } = openAccount({
      auth: {
        account: () => (++reads > 1 ? loseNetwork() : ACCOUNT),
        changeNews: () => ({ success: true }),
      },
    })
    await openForm(user, 'the email address')
    await fillIn(user, 'New email', 'typed@example.com')
    await user.click(screen.getByRole('checkbox', { name: 'Write to me when there is a new film' }))
    expect(await (await findNotice()).findByText('You will hear of new films.')).toBeVisible()
    await waitFor(() => expect(reads).toBe(2))
    expect(await screen.findByLabelText('New email')).toHaveValue('typed@example.com')
    expect(screen.queryByText('Your account could not be loaded.')).toBeNull()
  })

  it('is opened at the part that the address names', async () => {
    const shown: string[] = []
    Element.prototype.scrollIntoView = function show() {
      shown.push(this.id)
    }
    onTestFinished(() => {
      Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
    })
    openAccount({ at: '/account#papers' })
    await screen.findByRole('region', { name: 'Invoices' })
    expect(shown).toContain('papers')
  })
})

describe('what is set', () => {
  it('is one list of labels, values and ways to change them', async () => {
    openAccount()
    const details = await findPart('Your details')
    const rows = details.getAllByRole('region').map((row) => row.getAttribute('id'))
    expect(rows).toEqual(['email', 'password', 'invoice-details', 'news'])
  })

  it('stands in rows, and each form comes when it is asked for', async () => {
    const { user } = openAccount()
    expect(await screen.findByText(SAM.email)).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await openForm(user, 'the email address')
    expect(screen.getByLabelText('New email')).toHaveFocus()
    await fillIn(user, 'New email', 'typed@example.com')
    const send = screen.getByRole('button', { name: 'Send a link to the new address' })
    const cancel = screen.getByRole('button', { name: 'Cancel changing the email address' })
    expect(cancel.parentElement, 'side by side').toBe(send.parentElement)
    await user.click(cancel)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('button', { name: 'Change the email address' })).toHaveFocus()
    await openForm(user, 'the email address')
    expect(screen.getByLabelText('New email')).toHaveValue('')
  })

  it('names a business as its invoices do', async () => {
    const business = {
      ...ACCOUNT.business,
      accountType: 'business' as const,
      businessName: 'Ridge Flyers Ltd',
      businessAddressLine1: '1 Ridge',
      businessCity: 'Little Crosswind',
      businessPostcode: 'ZZ9 9ZZ',
    }
    openAccount({ auth: { account: () => ({ ...ACCOUNT, business }) } })
    const part = await findPart('Invoice details')
    expect(part.getByText('Ridge Flyers Ltd, 1 Ridge, Little Crosswind, ZZ9 9ZZ')).toBeVisible()
  })
})

describe('a new address', () => {
  const open = (changeEmail: NonNullable<Parameters<typeof openAccount>[0]>['auth'] = {}) =>
    openAccount({ auth: changeEmail })
  const asked = { success: true, email: 'new@example.com', expiresAt: '2026-11-22T10:00:00.000Z' } as const

  async function ask(user: ReturnType<typeof openAccount>['user']) {
    await openForm(user, 'the email address')
    await fillIn(user, 'New email', 'new@example.com')
    await fillIn(user, 'Password, to change the address', 'crosswind landing 27')
    await user.click(screen.getByRole('button', { name: 'Send a link to the new address' }))
  }

  it('is asked for with the password, and waited for', async () => {
    let pendingEmail: typeof ACCOUNT.pendingEmail = null
    const { user, server } = open({
      account: () => ({ ...ACCOUNT, pendingEmail }),
      changeEmail: () => {
        pendingEmail = { email: asked.email, expiresAt: asked.expiresAt }
        return asked
      },
    })
    await ask(user)
    expect(await screen.findByText('Waiting for new@example.com to be confirmed.')).toBeVisible()
    expect(server.inputsOf('auth.changeEmail')).toEqual([
      { email: 'new@example.com', password: 'crosswind landing 27' },
    ])
    expect(screen.queryByLabelText('New email'), 'its form has closed').toBeNull()
    expect(screen.getByRole('button', { name: 'Change the email address' })).toHaveFocus()
    await openForm(user, 'the email address')
    expect(screen.getByLabelText('Password, to change the address')).toHaveValue('')
  })

  it.each([
    ['CURRENT_PASSWORD_WRONG', 'Password, to change the address', 'That is not your current password.'],
    ['EMAIL_UNCHANGED', 'New email', 'That is the address this account has already.'],
  ] as const)(
    'that is refused (%s) says so at the field, and keeps what was typed',
    async (code, label, words) => {
      const { user } = open({ changeEmail: () => refuse(code) })
      await ask(user)
      const field = await screen.findByLabelText(label)
      await waitFor(() => expect(field).toHaveAccessibleDescription(words))
      await waitFor(() => expect(field).toHaveFocus())
      expect(screen.getByLabelText('New email')).toHaveValue('new@example.com')
      expect(screen.queryByText('Address not changed'), 'a notice that repeats it').toBeNull()
    },
  )

  it('is checked before anything is sent', async () => {
    const { user, server } = open()
    await openForm(user, 'the email address')
    await user.click(await screen.findByRole('button', { name: 'Send a link to the new address' }))
    expect(await screen.findByText('Please enter the new email address.')).toBeVisible()
    expect(server.inputsOf('auth.changeEmail')).toEqual([])
  })
})

describe('a new password', () => {
  async function change(user: ReturnType<typeof openAccount>['user'], confirm = 'short field 09') {
    await openForm(user, 'the password')
    await fillIn(user, 'Current password', 'crosswind landing 27')
    await fillIn(user, 'New password', 'short field 09')
    await fillIn(user, 'Confirm new password', confirm)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  it('gives this browser a new session and keeps it on the page', async () => {
    const { user, server } = openAccount({
      auth: { changePassword: () => ({ success: true, token: 'fresh token' }) },
    })
    await change(user)
    expect(await (await findNotice()).findByText('Password changed')).toBeVisible()
    expect(localStorage.getItem('auth_token')).toBe('fresh token')
    expect(server.inputsOf('auth.changePassword')).toEqual([
      { currentPassword: 'crosswind landing 27', password: 'short field 09' },
    ])
    expect(screen.queryByLabelText('Current password'), 'its form has closed').toBeNull()
    await waitFor(() => {
      const last = server.calls.filter(({ path }) => path === 'auth.sessions').at(-1)
      expect(last?.authorization).toBe('Bearer fresh token')
    })
  })

  it('keeps its form while it is sent: a cancel would change it all the same', async () => {
    const { user } = openAccount({ auth: { changePassword: () => new Promise(() => {}) } })
    await change(user)
    const cancel = screen.getByRole('button', { name: 'Cancel changing the password' })
    await user.click(cancel)
    expect(screen.getByLabelText('Current password')).toBeInTheDocument()
    expect(cancel).toBeDisabled()
  })

  it('says what is wrong at the field', async () => {
    const { user } = openAccount({ auth: { changePassword: () => refuse('CURRENT_PASSWORD_WRONG') } })
    await change(user)
    const field = screen.getByLabelText('Current password')
    await waitFor(() => expect(field).toHaveAccessibleDescription('That is not your current password.'))
    expect(localStorage.getItem('auth_token')).toBe('token-of-sam')
  })

  it('is typed twice the same', async () => {
    const { user, server } = openAccount()
    await change(user, 'short field 90')
    expect(await screen.findByText('Passwords do not match')).toBeVisible()
    expect(server.inputsOf('auth.changePassword')).toEqual([])
  })
})

describe('details and news', () => {
  it('needs a name for a business, and saves what it was told', async () => {
    const { user, server } = openAccount({ auth: { changeBusiness: () => ({ success: true }) } })
    const part = await findPart('Invoice details')
    expect(part.getByText('Personal')).toBeVisible()
    await openForm(user, 'the invoice details')
    await user.click(part.getByLabelText('Business'))
    await user.click(part.getByRole('button', { name: 'Save details' }))
    expect(await part.findByText('Business name is required')).toBeVisible()
    await fillIn(user, 'Business name', 'Ridge Flyers Ltd')
    await user.click(part.getByRole('button', { name: 'Save details' }))
    expect(await (await findNotice()).findByText(/The next invoice starts from them/)).toBeVisible()
    expect(server.inputsOf('auth.changeBusiness')).toEqual([
      expect.objectContaining({ accountType: 'business', businessName: 'Ridge Flyers Ltd', vatNumber: null }),
    ])
  })

  it('shows the saved details where the account cannot be read again', async () => {
    let reads = 0
    const { user } = openAccount({
      auth: {
        account: () => (++reads > 1 ? breakDown() : ACCOUNT),
        changeBusiness: () => ({ success: true }),
      },
    })
    const part = await findPart('Invoice details')
    await openForm(user, 'the invoice details')
    await user.click(part.getByLabelText('Business'))
    await fillIn(user, 'Business name', 'Ridge Flyers Ltd')
    await user.click(part.getByRole('button', { name: 'Save details' }))
    expect(await part.findByText('Ridge Flyers Ltd')).toBeVisible()
    expect(part.queryByText('Personal')).toBeNull()
  })

  it('does not say yes for a buyer who never did', async () => {
    openAccount({ auth: { account: () => ({ ...ACCOUNT, getsNews: true }) } })
    const box = await screen.findByRole('checkbox', { name: 'Write to me when there is a new film' })
    expect(box).toBeChecked()
    expect(box).toHaveAccessibleDescription(
      'You may hear from us because you said yes or bought a film. Untick this and you will not.',
    )
  })

  it('takes a yes to news at once, and takes it back where it was not heard', async () => {
    let getsNews = false
    const { user } = openAccount({
      auth: {
        account: () => ({ ...ACCOUNT, getsNews }),
        changeNews: ({ wantsNews }) => {
          if (!wantsNews) return breakDown()
          getsNews = wantsNews
          return { success: true }
        },
      },
    })
    const box = await screen.findByRole('checkbox', { name: 'Write to me when there is a new film' })
    expect(box).not.toBeChecked()
    expect(box).toHaveAccessibleDescription(/^A few times a year\./)
    await user.click(box)
    expect(await (await findNotice()).findByText('You will hear of new films.')).toBeVisible()
    await waitFor(() => expect(box).toBeChecked())
    await user.click(box)
    expect(await (await findNotice()).findByText('Not changed')).toBeVisible()
    await waitFor(() => expect(box).toBeChecked())
  })
})
