import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aReferer, aSummary } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices, openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'

type Admin = NonNullable<Parameters<typeof openDashboard>[0]>

const REFERER = aReferer({
  sortCode: '••-••-56',
  accountNumber: '••••4321',
  accountName: 'Hedgerow',
  city: 'Byfield',
})

async function openForm(updateReferer: NonNullable<Admin['updateReferer']> = () => REFERER) {
  const opened = openDashboard({ referersSummary: () => [aSummary({ club: REFERER })], updateReferer })
  await opened.user.click(await screen.findByRole('button', { name: REFERER.name }))
  await opened.user.click(await screen.findByRole('button', { name: `Edit details of ${REFERER.name}` }))
  await screen.findByRole('dialog', { name: 'Edit Club Details' })
  return opened
}

type Opened = Awaited<ReturnType<typeof openForm>>

const openTab = ({ user }: Opened, name: string) => user.click(screen.getByRole('tab', { name }))
const save = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Save changes' }))

async function retype({ user }: Opened, label: string, text: string) {
  await user.clear(screen.getByLabelText(label))
  if (text) await fillIn(user, label, text)
}

describe('editing a referer', () => {
  it('has four tabs', async () => {
    await openForm()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Basic Info',
      'Address',
      'Business Details',
      'Banking',
    ])
    expect(screen.getByLabelText('Discount, %')).toHaveValue('10')
  })

  it('offers no address of the admin’s own, and leaves the country optional', async () => {
    const opened = await openForm()
    await openTab(opened, 'Address')
    for (const label of ['Address line 1', 'Address line 2', 'Town or city', 'Postcode', 'Country'])
      expect(screen.getByLabelText(`${label} (optional)`)).toHaveAttribute('autocomplete', 'off')
  })

  it('sends all tabs, and the masked numbers as they are', async () => {
    const opened = await openForm()
    await retype(opened, 'Discount, %', '12.5')
    await openTab(opened, 'Address')
    await retype(opened, 'Town or city (optional)', 'Great Byfield')
    await openTab(opened, 'Business Details')
    await opened.user.click(screen.getByLabelText('VAT registered'))
    await fillIn(opened.user, 'VAT number (optional)', 'GB123456782')
    await openTab(opened, 'Banking')
    expect(screen.getByLabelText('Sort code (optional)')).toHaveAttribute('placeholder', '12-34-56')
    await save(opened)
    expect(await (await findNotices()).findByText('Club Updated')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(opened.server.inputsOf('admin.updateReferer')).toEqual([
      expect.objectContaining({
        id: REFERER.id,
        name: REFERER.name,
        discountPercentage: 12.5,
        commissionPercentage: 5,
        city: 'Great Byfield',
        country: 'United Kingdom',
        isVatRegistered: true,
        vatNumber: 'GB123456782',
        sortCode: '••-••-56',
        accountNumber: '••••4321',
      }),
    ])
  })

  it.each([
    ['Banking', 'Sort code (optional)', '12', 'Sort code must be 6 digits'],
    ['Banking', 'Account number (optional)', '1234567', 'Account number must be 8 digits'],
    ['Basic Info', 'Club name', '', 'Club name is required'],
    ['Basic Info', 'Contact name', '', 'Contact name is required'],
    ['Basic Info', 'Contact email', 'nobody', 'Valid email required'],
  ])('goes to the tab and field that is wrong: %s, %s', async (tab, label, text, words) => {
    const opened = await openForm()
    await openTab(opened, tab)
    await retype(opened, label, text)
    await openTab(opened, 'Address')
    await save(opened)
    const field = await screen.findByLabelText(label)
    expect(field).toHaveAccessibleDescription(expect.stringContaining(words))
    await waitFor(() => expect(field).toHaveFocus())
    expect(screen.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    expect(opened.server.inputsOf('admin.updateReferer')).toEqual([])
  })

  it('goes to the email when another referer has it', async () => {
    const opened = await openForm(() => refuse('REFERER_EMAIL_TAKEN'))
    await openTab(opened, 'Banking')
    await save(opened)
    expect(await (await findNotices()).findByText('Failed to update club details')).toBeVisible()
    expect(await screen.findByLabelText('Contact email')).toBeInvalid()
  })

  it('takes over what another admin changed meanwhile, and keeps what was typed', async () => {
    let city = 'Byfield'
    const opened = openDashboard({
      referersSummary: () => [aSummary({ club: { ...REFERER, city, version: city } })],
      updateReferer: ({ version }) => (version === city ? { ...REFERER, city } : refuse('CONFLICT')),
    })
    await opened.user.click(await screen.findByRole('button', { name: REFERER.name }))
    await opened.user.click(await screen.findByRole('button', { name: `Edit details of ${REFERER.name}` }))
    await screen.findByRole('dialog', { name: 'Edit Club Details' })
    await retype(opened, 'Club name', 'Hedgerow Aero Club')
    city = 'Great Byfield'
    await save(opened)
    expect(await (await findNotices()).findByText(/Someone changed this at the same moment/)).toBeVisible()
    await openTab(opened, 'Address')
    await waitFor(() => expect(screen.getByLabelText(/^Town or city/)).toHaveValue('Great Byfield'))
    await save(opened)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opened.server.inputsOf('admin.updateReferer').at(-1)).toMatchObject({
      name: 'Hedgerow Aero Club',
      city: 'Great Byfield',
      version: 'Great Byfield',
    })
  })

  it('goes to the account number when it does not go with the sort code', async () => {
    const opened = await openForm(() => refuse('BANK_ACCOUNT_INVALID'))
    await save(opened)
    const field = await screen.findByLabelText(/^Account number/)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription(/does not go with this sort code/)
  })

  it('keeps everything when the server is broken', async () => {
    const opened = await openForm(() => breakDown())
    await retype(opened, 'Club name', 'Hedgerow Aero Club')
    await save(opened)
    expect(await (await findNotices()).findByText('Failed to update club details')).toBeVisible()
    expect(screen.getByLabelText('Club name')).toHaveValue('Hedgerow Aero Club')
  })
})

describe('ending an agreement', () => {
  it('says what is forfeited', async () => {
    const { user, server } = openDashboard({
      endReferer: ({ id }) => ({ id, endedAt: '2026-11-21T09:00:00.000Z', forfeitedAmount: '7.92' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Hedgerow Flying Club' }))
    await user.click(
      await screen.findByRole('button', { name: 'End the agreement with Hedgerow Flying Club' }),
    )
    await fillIn(user, 'Reason (optional)', 'Club closed')
    await user.click(screen.getByRole('button', { name: 'End agreement' }))
    const notices = await findNotices()
    expect(await notices.findByText('Hedgerow Flying Club, £7.92 forfeited.')).toBeVisible()
    expect(server.inputsOf('admin.endReferer')).toEqual([{ id: 'club-hedgerow', reason: 'Club closed' }])
  })

  it('is no longer offered when it is ended', async () => {
    const club = aReferer({ endedAt: '2026-11-01T09:00:00.000Z' })
    const { user } = openDashboard({ referersSummary: () => [aSummary({ club })] })
    await user.click(await screen.findByRole('button', { name: `${club.name} Ended` }))
    expect(await screen.findByText('Ended on 1 Nov 2026.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^End the agreement/ })).toBeNull()
  })
})
