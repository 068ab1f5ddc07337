import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { ACCOUNT, findNotice, findPart, keptSession, LOGIN, openPortal } from './open-portal.tsx'

describe('details', () => {
  it('are changed, and what is not asked goes along as it was', async () => {
    let city = 'Little Crosswind'
    const { server, user } = openPortal({
      referer: {
        account: () => ({ ...ACCOUNT, city }),
        changeDetails: (input) => {
          city = input.city ?? ''
          return { success: true }
        },
      },
    })
    const part = await findPart('Your details')
    expect(part.getByText('1 Meadow Lane, Little Crosswind, ZZ9 9ZZ, United Kingdom')).toBeVisible()
    expect(part.queryByLabelText(/^City/)).toBeNull()
    await user.click(part.getByRole('button', { name: 'Change details' }))
    const save = part.getByRole('button', { name: 'Save details' })
    expect(part.getByLabelText('Country (optional)')).toHaveAttribute('autocomplete', 'country-name')
    await user.clear(part.getByLabelText(/^City/))
    await user.type(part.getByLabelText(/^City/), 'Great Crosswind')
    await user.click(save)
    expect(await (await findNotice()).findByText('Saved')).toBeVisible()
    expect(server.inputsOf('referer.changeDetails')).toMatchObject([
      { contactName: 'Jo Secretary', city: 'Great Crosswind', vatNumber: 'GB111111162', tradingName: null },
    ])
    expect(await part.findByText('1 Meadow Lane, Great Crosswind, ZZ9 9ZZ, United Kingdom')).toBeVisible()
    expect(part.getByRole('button', { name: 'Change details' })).toHaveFocus()
    expect(part.queryByLabelText(/^City/)).toBeNull()
  })

  it('want a VAT number from the registered, and drop it for others', async () => {
    const { server, user } = openPortal({ referer: { changeDetails: () => ({ success: true }) } })
    const part = await findPart('Your details')
    await user.click(part.getByRole('button', { name: 'Change details' }))
    await user.clear(part.getByLabelText('VAT number'))
    await user.click(part.getByRole('button', { name: 'Save details' }))
    expect(await part.findByText('VAT number is required when VAT registered')).toBeVisible()
    await user.click(part.getByLabelText('VAT registered'))
    expect(part.queryByLabelText('VAT number')).toBeNull()
    await user.click(part.getByRole('button', { name: 'Save details' }))
    await waitFor(() =>
      expect(server.inputsOf('referer.changeDetails')).toMatchObject([
        { isVatRegistered: false, vatNumber: null },
      ]),
    )
  })

  it('that could not be saved stay as typed', async () => {
    const { user } = openPortal({ referer: { changeDetails: () => loseNetwork() } })
    const part = await findPart('Your details')
    await user.click(part.getByRole('button', { name: 'Change details' }))
    await user.type(part.getByLabelText(/^Trading name/), 'Hedgerow')
    await user.click(part.getByRole('button', { name: 'Save details' }))
    expect(await (await findNotice()).findByText('Not changed')).toBeVisible()
    expect(part.getByLabelText(/^Trading name/)).toHaveValue('Hedgerow')
  })
})

it.each([
  ['Your details', 'Change details', 'Contact name'],
  ['Where you are paid', 'Change bank details', 'Account name'],
])('%s takes the focus into its form, and gives it back', async (heading, change, first) => {
  const { user } = openPortal()
  const part = await findPart(heading)
  await user.click(part.getByRole('button', { name: change }))
  expect(part.getByLabelText(first)).toHaveFocus()
  await user.click(part.getByRole('button', { name: 'Cancel' }))
  expect(part.getByRole('button', { name: change })).toHaveFocus()
})

it('are done once saved, while the page is read again', async () => {
  let reads = 0
  const { user } = openPortal({
    referer: {
      account: () => (++reads > 1 ? new Promise(() => undefined) : ACCOUNT),
      changeDetails: () => ({ success: true }),
    },
  })
  const part = await findPart('Your details')
  await user.click(part.getByRole('button', { name: 'Change details' }))
  await user.click(part.getByRole('button', { name: 'Save details' }))
  expect(await part.findByRole('button', { name: 'Change details' })).toHaveFocus()
})

describe('the rest of the page', () => {
  it('stays as typed when the details cannot be read again', async () => {
    let reads = 0
    const { user } = openPortal({
      referer: {
        account: () => (++reads > 1 ? loseNetwork() : ACCOUNT),
        changeDetails: () => ({ success: true }),
      },
    })
    const part = await findPart('Your details')
    await user.click(part.getByRole('button', { name: 'Change details' }))
    await fillIn(user, 'Current password', 'half typed')
    await user.type(part.getByLabelText(/^Trading name/), 'Hedgerow')
    await user.click(part.getByRole('button', { name: 'Save details' }))
    expect(await (await findNotice()).findByText('Saved')).toBeVisible()
    await waitFor(() => expect(reads).toBe(2))
    expect(await part.findByText('Hedgerow'), 'what was saved').toBeVisible()
    expect((await findPart('Password')).getByLabelText('Current password')).toHaveValue('half typed')
  })

  it('stays as typed through a new password', async () => {
    const { server, user } = openPortal({
      referer: { changePassword: () => ({ ...LOGIN, token: 'another-token' }) },
    })
    const part = await findPart('Your details')
    await user.click(part.getByRole('button', { name: 'Change details' }))
    await user.type(part.getByLabelText(/^Trading name/), 'Hedgerow')
    await fillIn(user, 'Current password', 'old password')
    await fillIn(user, 'New password', 'crosswind-teapot')
    await fillIn(user, 'Confirm new password', 'crosswind-teapot')
    await user.click((await findPart('Password')).getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(server.inputsOf('referer.account')).toHaveLength(2))
    const { getByLabelText } = await findPart('Password')
    await waitFor(() => expect(getByLabelText('Current password')).toHaveValue(''))
    expect((await findPart('Your details')).getByLabelText(/^Trading name/)).toHaveValue('Hedgerow')
    expect(keptSession()).toMatchObject({ token: 'another-token' })
  })
})

describe('bank details', () => {
  const texts = {
    'Account name': 'Hedgerow Flyers',
    'Sort code': ' 08 99 99 ',
    'Account number': '6637 4959',
    'Your password': 'windsock by the hedge',
  }

  it('are shown masked, and taken again with the password', async () => {
    let isChanged = false
    const { server, user } = openPortal({
      referer: {
        account: () => ({ ...ACCOUNT, bankChangeWaits: isChanged }),
        changeBankDetails: () => {
          isChanged = true
          return { success: true }
        },
      },
    })
    const part = await findPart('Where you are paid')
    expect(part.getByText('••-••-56')).toBeVisible()
    expect(part.getByText('••••4567')).toBeVisible()
    await user.click(part.getByRole('button', { name: 'Change bank details' }))
    expect(part.getByLabelText('Account number')).toHaveValue('')
    for (const [label, text] of Object.entries(texts)) await fillIn(user, label, text)
    expect(part.getByLabelText('Sort code')).toHaveValue('08-99-99')
    await user.click(part.getByRole('button', { name: 'Save bank details' }))
    expect(await (await findNotice()).findByText('Bank details saved')).toBeVisible()
    expect(
      await part.findByText('These details are new. We check them with you before the next payout.'),
    ).toBeVisible()
    expect(server.inputsOf('referer.changeBankDetails')).toEqual([
      {
        bankName: null,
        accountName: 'Hedgerow Flyers',
        sortCode: '08-99-99',
        accountNumber: '6637 4959',
        currentPassword: 'windsock by the hedge',
      },
    ])
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('6637 4959')
  })

  it.each([
    ['BANK_ACCOUNT_INVALID', 'Account number', /does not go with this sort code/],
    ['CURRENT_PASSWORD_WRONG', 'Your password', /not your current password/],
  ] as const)('refused with %s say so in the field', async (code, label, words) => {
    const { user } = openPortal({ referer: { changeBankDetails: () => refuse(code) } })
    const part = await findPart('Where you are paid')
    await user.click(part.getByRole('button', { name: 'Change bank details' }))
    for (const [field, text] of Object.entries(texts)) await fillIn(user, field, text)
    await user.click(part.getByRole('button', { name: 'Save bank details' }))
    await waitFor(() => expect(part.getByLabelText(label)).toHaveAccessibleDescription(words))
    await waitFor(() => expect(part.getByLabelText(label)).toHaveFocus())
    expect(part.getByLabelText('Account name')).toHaveValue('Hedgerow Flyers')
  })

  it('check the form first, and can be left', async () => {
    const { user } = openPortal()
    const part = await findPart('Where you are paid')
    await user.click(part.getByRole('button', { name: 'Change bank details' }))
    await user.click(part.getByRole('button', { name: 'Save bank details' }))
    expect(await part.findByText('Sort code must be 6 digits')).toBeVisible()
    expect(part.getByText('Account number must be 8 digits')).toBeVisible()
    await user.click(part.getByRole('button', { name: 'Cancel' }))
    expect(part.queryByLabelText('Account number')).toBeNull()
  })
})

describe('self-billing', () => {
  it('is agreed to with a tick, for a year', async () => {
    let isInForce = false
    const until = '2027-11-21T10:00:00.000Z'
    const { server, user } = openPortal({
      referer: {
        account: () => ({
          ...ACCOUNT,
          selfBilling: isInForce
            ? { isInForce, from: '2026-11-21T10:00:00.000Z', until }
            : ACCOUNT.selfBilling,
        }),
        acceptSelfBilling: () => {
          isInForce = true
          return { selfBillingUntil: until }
        },
      },
    })
    const part = await findPart('Self-billing')
    expect(part.getByRole('region', { name: 'Self-billing agreement' })).toHaveTextContent(
      'Made-up Films Ltd',
    )
    await user.click(part.getByRole('button', { name: 'Make the agreement' }))
    expect(await part.findByText('You must accept the terms and conditions to continue')).toBeVisible()
    expect(server.inputsOf('referer.acceptSelfBilling')).toEqual([])
    await user.click(part.getByLabelText('I accept the self-billing agreement'))
    await user.click(part.getByRole('button', { name: 'Make the agreement' }))
    expect(await part.findByText('In force until 21 November 2027')).toBeVisible()
    expect(part.getByLabelText('I accept the self-billing agreement')).not.toBeChecked()
  })

  it('is nothing for those without registration', async () => {
    openPortal({ referer: { account: () => ({ ...ACCOUNT, isVatRegistered: false, vatNumber: null }) } })
    const part = await findPart('Self-billing')
    expect(part.queryByRole('checkbox')).toBeNull()
  })
})

describe('the password', () => {
  it.each([
    ['CURRENT_PASSWORD_WRONG', 'Current password'],
    ['PASSWORD_TOO_COMMON', 'New password'],
  ] as const)('refused with %s says so in the field', async (code, label) => {
    const { user } = openPortal({ referer: { changePassword: () => refuse(code) } })
    const part = await findPart('Password')
    await fillIn(user, 'Current password', 'old password')
    await fillIn(user, 'New password', 'crosswind-teapot')
    await fillIn(user, 'Confirm new password', 'crosswind-teapot')
    await user.click(part.getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(part.getByLabelText(label)).toBeInvalid())
    expect(keptSession()).toMatchObject({ token: LOGIN.token })
  })

  it('has to be long enough, and the same twice', async () => {
    const { server, user } = openPortal()
    const part = await findPart('Password')
    await fillIn(user, 'Current password', 'old password')
    await fillIn(user, 'New password', 'short')
    await fillIn(user, 'Confirm new password', 'shor')
    await user.click(part.getByRole('button', { name: 'Change password' }))
    expect(await part.findByText('Password must be at least 8 characters long')).toBeVisible()
    expect(part.getByText('Passwords do not match')).toBeVisible()
    expect(server.inputsOf('referer.changePassword')).toEqual([])
  })
})
