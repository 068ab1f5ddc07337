import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { findCodeQuestion } from '#tests/client/features/admin/find-code-question.ts'
import { findNotices, openSecurity } from '#tests/client/features/admin/open-dashboard.tsx'
import { refuse } from '#tests/support/fake-server.ts'

const KEY = 'JBSWY3DPEHPK3PXP'
const SETUP = { secret: KEY, uri: `otpauth://totp/Shop:chief@example.com?secret=${KEY}&issuer=Shop` }
const CODES = ['7QK3M-0W9ZA', 'A1B2C-3D4E5']
const IN_USE = { addedAt: '2026-11-20T09:00:00.000Z', recoveryCodesLeft: 7 }

describe('the authenticator app', () => {
  it('is added with its first code, and the recovery codes are shown', async () => {
    let isAdded = false
    const { user, server } = openSecurity({
      authenticator: () =>
        isAdded ? { ...IN_USE, recoveryCodesLeft: 10 } : { addedAt: null, recoveryCodesLeft: 0 },
      beginAuthenticator: () => SETUP,
      confirmAuthenticator: ({ authCode }) => {
        if (authCode === '000000') refuse('STEP_UP_CODE_WRONG')
        isAdded = true
        return { recoveryCodes: CODES }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
    expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeVisible()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
    const field = screen.getByLabelText('Authentication code')
    await user.type(field, '000000')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('That code is not right. Please check it and try again.')).toBeVisible()
    await user.clear(field)
    await user.type(field, '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    const list = within(await screen.findByRole('list', { name: 'Recovery codes' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
    expect(await screen.findByText('10 of 10 recovery codes left.')).toBeVisible()
    expect(server.inputsOf('admin.confirmAuthenticator')).toHaveLength(2)
  })

  it('is removed after a question', async () => {
    let isThere = true
    const { user } = openSecurity({
      authenticator: () => (isThere ? IN_USE : { addedAt: null, recoveryCodesLeft: 0 }),
      removeAuthenticator: () => {
        isThere = false
        return { success: true }
      },
    })
    expect(await screen.findByText('7 of 10 recovery codes left.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Remove the app' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the authenticator app?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove the app' }))
    expect(await (await findNotices()).findByText('Authenticator App Removed')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Add an authenticator app' })).toBeVisible()
  })

  it('gives new recovery codes after a fresh code from the mail', async () => {
    let isFresh = false
    const { user } = openSecurity({
      authenticator: () => IN_USE,
      renewRecoveryCodes: () => (isFresh ? { recoveryCodes: CODES } : refuse('STEP_UP_REQUIRED')),
      stepUpRequest: () => ({ success: true, message: 'Sent' }),
      stepUpConfirm: () => {
        isFresh = true
        return { success: true, codeFreshUntil: '2026-11-22T09:00:00.000Z' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Make new recovery codes' }))
    const question = within(await findCodeQuestion())
    await user.type(question.getByLabelText('Authentication code'), '123456')
    await user.click(question.getByRole('button', { name: 'Verify' }))
    expect(await screen.findByText('7QK3M-0W9ZA')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says how to keep the codes where the browser gives no clipboard', async () => {
    const { user } = openSecurity({
      authenticator: () => IN_USE,
      renewRecoveryCodes: () => ({ recoveryCodes: CODES }),
    })
    await user.click(await screen.findByRole('button', { name: 'Make new recovery codes' }))
    const copying = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await user.click(await screen.findByRole('button', { name: 'Copy' }))
    expect(await (await findNotices()).findByText('Not copied')).toBeVisible()
    expect(copying).toHaveBeenCalledWith(CODES.join('\n'))
  })

  it('says when it cannot be told, and tries again', async () => {
    let tries = 0
    const { user } = openSecurity({
      authenticator: () => (tries++ === 0 ? refuse('SERVICE_UNAVAILABLE') : IN_USE),
    })
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('7 of 10 recovery codes left.')).toBeVisible()
  })
})
