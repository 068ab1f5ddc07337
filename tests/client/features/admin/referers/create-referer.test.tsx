import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findNotices, openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'

type Admin = NonNullable<Parameters<typeof openDashboard>[0]>

async function openForm(createReferer: NonNullable<Admin['createReferer']> = made) {
  const opened = openDashboard({ createReferer })
  await opened.user.click(await screen.findByRole('button', { name: 'Add New Referer' }))
  await screen.findByRole('dialog', { name: 'Create New Referer' })
  return opened
}

const made: NonNullable<Admin['createReferer']> = ({ name }) => ({
  id: 'club-new',
  name,
  referralCode: 'CROSSWIN62',
})

type Opened = Awaited<ReturnType<typeof openForm>>

const codeField = () => screen.getByLabelText<HTMLInputElement>('Referral code')

async function fillForm({ user }: Opened) {
  await fillIn(user, 'Club name', 'Crosswind Strip Owners')
  await fillIn(user, 'Contact name', 'Alex Strip')
  await fillIn(user, 'Contact email', 'owners@example.com')
  await fillIn(user, 'Password', 'sixsix')
}

const submit = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Create Referer' }))

describe('the referral code', () => {
  it('is made of the name until one is typed', async () => {
    const { user } = await openForm()
    const generate = screen.getByRole('button', { name: 'Generate' })
    expect(generate).toHaveAccessibleDescription('The club’s name comes first.')
    await user.type(screen.getByLabelText('Club name'), 'Crosswind Strip')
    expect(codeField().value).toMatch(/^CROSSWIN[1-9]\d{0,2}$/)
    expect(generate).not.toHaveAttribute('aria-disabled')
    await user.clear(screen.getByLabelText('Club name'))
    expect(codeField()).toHaveValue('')
    expect(generate).toHaveAccessibleDescription('The club’s name comes first.')
  })

  it('stays as it was typed, in capitals', async () => {
    const { user } = await openForm()
    await user.type(codeField(), 'strip62')
    expect(codeField()).toHaveValue('STRIP62')
    await user.type(screen.getByLabelText('Club name'), 'Crosswind')
    expect(codeField()).toHaveValue('STRIP62')
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    expect(codeField().value).toMatch(/^CROSSWIN[1-9]\d{0,2}$/)
  })

  it('keeps the caret where it is in the middle', async () => {
    const { user } = await openForm()
    await user.type(codeField(), 'AB62')
    await user.type(codeField(), 'x', { initialSelectionStart: 2, initialSelectionEnd: 2 })
    expect(codeField()).toHaveValue('ABX62')
    expect(codeField().selectionStart).toBe(3)
  })
})

describe('the share of the platform', () => {
  it('is what is left of the list price', async () => {
    const { user } = await openForm()
    const share = () => screen.queryByText(/^Platform retains/)
    expect(share()).toHaveTextContent('Platform retains 85.5% of the original price')
    await user.clear(screen.getByLabelText('Discount, %'))
    expect(share()).toBeNull()
    await user.type(screen.getByLabelText('Discount, %'), '20')
    expect(share()).toHaveTextContent('Platform retains 76% of the original price')
    await user.type(screen.getByLabelText('Commission, %'), '00')
    expect(share()).toBeNull()
  })
})

describe('creating a referer', () => {
  it('sends what was typed and says so', async () => {
    const opened = await openForm()
    await fillForm(opened)
    const code = codeField().value
    await submit(opened)
    expect(await (await findNotices()).findByText('Referer Created')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(opened.server.inputsOf('admin.createReferer')).toEqual([
      {
        name: 'Crosswind Strip Owners',
        contactName: 'Alex Strip',
        contactEmail: 'owners@example.com',
        referralCode: code,
        password: 'sixsix',
        discountPercentage: 10,
        commissionPercentage: 5,
      },
    ])
    expect(opened.server.inputsOf('admin.referersSummary')).toHaveLength(2)
  })

  it('says at each field what is wrong', async () => {
    const opened = await openForm()
    await opened.user.clear(screen.getByLabelText('Discount, %'))
    await fillIn(opened.user, 'Password', 'five5')
    await fillIn(opened.user, 'Referral code', 'AB')
    await submit(opened)
    const dialog = within(screen.getByRole('dialog'))
    for (const [label, words] of [
      ['Club name', 'Club name is required'],
      ['Contact name', 'Contact name is required'],
      ['Contact email', 'Valid email is required'],
      ['Password', 'Password must be at least 6 characters'],
      ['Referral code', 'Referral code must be at least 3 characters'],
      ['Discount, %', 'Please enter a number from 0 to 100.'],
    ] as const) {
      await waitFor(() =>
        expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(words)),
      )
    }
    await fillIn(opened.user, 'Referral code', 'C'.repeat(21))
    await waitFor(() =>
      expect(codeField()).toHaveAccessibleDescription(expect.stringContaining('Referral code too long')),
    )
    expect(opened.server.inputsOf('admin.createReferer')).toEqual([])
  })

  it('keeps everything when the code is taken', async () => {
    const opened = await openForm(() => refuse('REFERRAL_CODE_TAKEN'))
    await fillForm(opened)
    await submit(opened)
    const notices = await findNotices()
    expect(await notices.findByText('Error Creating Club')).toBeVisible()
    expect(notices.getByText('This referral code is already in use.')).toBeVisible()
    expect(codeField()).toBeInvalid()
    expect(codeField()).toHaveFocus()
    expect(screen.getByLabelText('Club name')).toHaveValue('Crosswind Strip Owners')
  })

  it('has words of its own where the server has none', async () => {
    const opened = await openForm(() => breakDown())
    await fillForm(opened)
    await submit(opened)
    expect(await (await findNotices()).findByText('Failed to create referer')).toBeVisible()
  })
})
