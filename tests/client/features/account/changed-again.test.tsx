import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { ACCOUNT, findNotice, openAccount, openForm } from './open-account.tsx'

const never = new Promise<typeof ACCOUNT>(() => {})

it('news are taken back at once although the account is not read again', async () => {
  let reads = 0
  const { user } = openAccount({
    auth: {
      account: () => (++reads > 1 ? never : ACCOUNT),
      changeNews: () => ({ success: true }),
    },
  })
  const box = await screen.findByRole('checkbox', { name: 'Write to me when there is a new film' })
  await user.click(box)
  expect(await (await findNotice()).findByText('You will hear of new films.')).toBeVisible()
  await user.click(box)
  expect(await (await findNotice()).findByText(/^No news from now on\./)).toBeVisible()
  expect(box).not.toBeChecked()
})

it('what was saved can be changed again although the account is not read again', async () => {
  let reads = 0
  const { user } = openAccount({
    auth: {
      account: () => (++reads > 1 ? never : ACCOUNT),
      changeBusiness: () => ({ success: true }),
      changeEmail: ({ email }) => ({ success: true, email, expiresAt: '2026-11-24T10:00:00.000Z' }),
    },
  })
  await openForm(user, 'the invoice details')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  await openForm(user, 'the invoice details')
  expect(screen.getByRole('button', { name: 'Save details' })).toBeEnabled()

  await openForm(user, 'the email address')
  await fillIn(user, 'New email', 'new@example.com')
  await fillIn(user, 'Password, to change the address', 'go around 27')
  await user.click(screen.getByRole('button', { name: 'Send a link to the new address' }))
  await openForm(user, 'the email address')
  expect(screen.getByLabelText('New email')).toBeEnabled()
})
