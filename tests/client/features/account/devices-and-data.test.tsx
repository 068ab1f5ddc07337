import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { refuse } from '#tests/support/fake-server.ts'
import { findNotice, findPart, HERE, openAccount, PHONE } from './open-account.tsx'

describe('devices', () => {
  it('are signed out one by one; this one is named and has no button', async () => {
    let sessions = [HERE, PHONE]
    const { user, server } = openAccount({
      auth: {
        sessions: () => sessions,
        endSession: () => {
          sessions = [HERE]
          return { success: true }
        },
      },
    })
    const part = await findPart('Signed-in devices')
    expect(await part.findByText('This device')).toBeVisible()
    expect(part.queryByRole('button', { name: /Sign out Firefox on Linux/ })).toBeNull()
    await user.click(part.getByRole('button', { name: /Sign out Chrome on Android/ }))
    await waitFor(() => expect(part.queryByText('Chrome on Android')).toBeNull())
    expect(server.inputsOf('auth.endSession')).toEqual([{ sessionId: 'session-phone' }])
  })

  it('that are signed out already leave the list', async () => {
    let sessions = [HERE, PHONE]
    const { user } = openAccount({
      auth: {
        sessions: () => sessions,
        endSession: () => {
          sessions = [HERE]
          return refuse('SESSION_NOT_FOUND')
        },
      },
    })
    const part = await findPart('Signed-in devices')
    await user.click(await part.findByRole('button', { name: /Sign out Chrome on Android/ }))
    expect(await (await findNotice()).findByText('That device is not signed in any more.')).toBeVisible()
    await waitFor(() => expect(part.queryByText('Chrome on Android')).toBeNull())
  })

  it('are signed out everywhere only after a second press', async () => {
    const { user, server } = openAccount({ auth: { endEverySession: () => refuse('SERVICE_UNAVAILABLE') } })
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(server.inputsOf('auth.endEverySession')).toHaveLength(0)
    await user.click(question.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await (await findNotice()).findByText('Not signed out')).toBeVisible()
    expect(localStorage.getItem('auth_token')).toBe('token-of-sam')
  })
})

describe('documents', () => {
  const order = {
    id: 'order-1',
    paidAt: '2026-11-20T10:00:00.000Z',
    isBundle: false,
    videos: [{ videoId: 2, title: 'Navigation' }],
    total: '60.00',
    refunded: '60.00',
    request: { wish: 'exchange', askedAt: '2026-11-20T10:00:00.000Z' },
    documents: [
      { id: 'p1', number: 'INV-000123', kind: 'invoice', date: '2026-11-20T10:00:00.000Z', total: '60.00' },
      {
        id: 'p2',
        number: 'CN-000004',
        kind: 'creditNote',
        date: '2026-11-21T10:00:00.000Z',
        total: '-60.00',
      },
    ],
  } as const

  it('are listed with their sums, and downloaded as the server made them', async () => {
    const saved = watchDownloads()
    const { user, server } = openAccount({
      checkout: {
        orders: () => [{ ...order, videos: [...order.videos], documents: [...order.documents] }],
        document: () => ({ filename: 'INV-000123.pdf', contentBase64: btoa('%PDF-1.7 paper') }),
      },
    })
    const part = await findPart('Invoices')
    expect(
      await part.findByRole('row', {
        name: /INV-000123 Invoice Exchange asked for on 20 November 2026 INV-000123 20 November 2026 Navigation £60\.00/,
      }),
    ).toBeVisible()
    expect(part.getByRole('link')).toHaveAttribute('href', `/account/order?order=${order.id}`)
    expect(
      part.getByRole('row', { name: /CN-000004 Credit note 21 November 2026 Navigation −£60\.00/ }),
    ).toBeVisible()
    const download = part.getByRole('button', { name: 'Download invoice INV-000123' })
    expect(download).toHaveTextContent('PDF')
    await user.click(download)
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('INV-000123.pdf')
    expect(saved[0]?.blob.type).toBe('application/pdf')
    expect(await saved[0]?.blob.text()).toBe('%PDF-1.7 paper')
    expect(server.inputsOf('checkout.document')).toEqual([{ userId: 'student-sam', documentId: 'p1' }])
  })

  it('are none yet', async () => {
    openAccount()
    expect(await screen.findByText('No invoices yet.')).toBeVisible()
  })

  it('that cannot be had say so', async () => {
    const { user } = openAccount({
      checkout: {
        orders: () => [{ ...order, videos: [...order.videos], documents: [...order.documents] }],
        document: () => refuse('INVOICE_NOT_FOUND'),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Download credit note CN-000004' }))
    expect(await (await findNotice()).findByText('We could not find that invoice.')).toBeVisible()
  })
})

describe('my data', () => {
  it('is downloaded as JSON that reads well', async () => {
    const saved = watchDownloads()
    const data = {
      madeAt: '2026-11-21T10:00:00.000Z',
      about: 'Everything this shop holds on you.',
      parts: [{ title: 'Account', explanation: 'What you told us.', data: { username: 'sam' } }],
    }
    const { user } = openAccount({ auth: { exportData: () => data } })
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('ground-school-sam-2026-11-21.json')
    const text = (await saved[0]?.blob.text()) ?? ''
    expect(JSON.parse(text)).toEqual(data)
    expect(text).toContain('\n  "about"')
  })

  async function openErasing(eraseAccount: () => { success: true }) {
    const opened = openAccount({ auth: { eraseAccount } })
    await opened.user.click(await screen.findByRole('button', { name: 'Erase my account…' }))
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Erase my account' })) }
  }

  it('is erased with the password and a word typed, and this browser forgets the account', async () => {
    localStorage.setItem('note_draft', '[]')
    localStorage.setItem('question_draft', '[]')
    localStorage.setItem('waiting_progress', '[]')
    const { user, server, dialog } = await openErasing(() => ({ success: true }))
    await fillIn(user, 'Password, to erase the account', 'crosswind landing 27')
    await fillIn(user, 'Type ERASE to confirm', 'erase')
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
    expect(await dialog.findByText('Please type ERASE in capitals.')).toBeVisible()
    expect(server.inputsOf('auth.eraseAccount')).toEqual([])

    await user.clear(dialog.getByLabelText('Type ERASE to confirm'))
    await fillIn(user, 'Type ERASE to confirm', 'ERASE')
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
    const heading = await screen.findByRole('heading', { name: 'Your account is erased' })
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull())
    expect(localStorage.getItem('note_draft')).toBeNull()
    expect(localStorage.getItem('question_draft')).toBeNull()
    expect(localStorage.getItem('waiting_progress')).toBeNull()
    expect(heading).toBeVisible()
    expect(server.inputsOf('auth.eraseAccount')).toEqual([
      { password: 'crosswind landing 27', confirmation: 'ERASE' },
    ])
  })

  it('is kept while something is unsettled, with the reason and what was typed', async () => {
    const { user, dialog } = await openErasing(() => refuse('ERASURE_WAITS_FOR_DISPUTE'))
    await fillIn(user, 'Password, to erase the account', 'crosswind landing 27')
    await fillIn(user, 'Type ERASE to confirm', 'ERASE')
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(/in dispute with your bank/)
    expect(dialog.getByLabelText('Type ERASE to confirm')).toHaveValue('ERASE')
    expect(localStorage.getItem('auth_token')).toBe('token-of-sam')
  })

  it('is kept with a wrong password, said at the field', async () => {
    const { user, dialog } = await openErasing(() => refuse('CURRENT_PASSWORD_WRONG'))
    await fillIn(user, 'Password, to erase the account', 'not mine')
    await fillIn(user, 'Type ERASE to confirm', 'ERASE')
    await user.click(dialog.getByRole('button', { name: 'Erase for good' }))
    const field = dialog.getByLabelText('Password, to erase the account')
    await waitFor(() => expect(field).toHaveAccessibleDescription('That is not your current password.'))
    await waitFor(() => expect(field).toHaveFocus())
  })
})
