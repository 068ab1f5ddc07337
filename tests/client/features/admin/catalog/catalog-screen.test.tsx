import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CatalogScreen } from '#client/features/admin/catalog/catalog-screen.tsx'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { aFile, aTerms, aVideo, catalogServer } from '#tests/client/features/admin/catalog-fixtures.ts'
import { expectNotice } from '#tests/client/features/admin/expect-notice.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'

function open(answers: Parameters<typeof catalogServer>[0] = {}) {
  const server = catalogServer(answers)
  return { server, user: openScreen({ Screen: CatalogScreen, at: '/admin/catalogue' }) }
}

type Opened = ReturnType<typeof open>

async function edit({ user }: Opened, title = 'Air Law') {
  await user.click(await screen.findByRole('button', { name: `Edit ${title}` }))
  return within(await screen.findByRole('dialog', { name: title }))
}

async function retype({ user }: Opened, label: string, text: string) {
  await user.clear(screen.getByLabelText(label))
  if (text) {
    await user.click(screen.getByLabelText(label))
    await user.paste(text)
  }
}

describe('the list', () => {
  it('has the seven videos, what they cost together, and what is missing', async () => {
    const videos = [aVideo({ files: [aFile('film')] }), aVideo({ id: 2, files: [] })]
    open({ read: () => ({ videos, terms: aTerms(), promo: [], largestVideoBytes: 1 }) })
    const table = within(await screen.findByRole('table', { name: 'Films of the catalogue' }))
    const [, law, navigation, sums] = table.getAllByRole('row').map((row) => row.textContent)
    expect(law).toContain('£60.00')
    expect(law).toContain('1 min 31 s')
    expect(law).toContain('No captions, no chapters, no image, no free piece')
    expect(navigation).toContain('No film')
    expect(sums).toContain('Complete package (singly £120.00)')
    expect(sums).toContain('£80.00')
    expect(screen.getByText('The complete package is open for').parentElement?.textContent).toContain(
      '12 months',
    )
  })

  it('says so when it cannot be had, and tries again', async () => {
    let isAway = true
    const { user } = open({
      read: () =>
        isAway ? breakDown(503) : { videos: [aVideo()], terms: aTerms(), promo: [], largestVideoBytes: 1 },
    })
    const again = await screen.findByRole('button', { name: 'Try again' })
    isAway = false
    await user.click(again)
    expect(await screen.findByRole('button', { name: 'Edit Air Law' })).toBeVisible()
  })
})

describe('editing a video', () => {
  it('warns where the minutes are far from what its uploaded file runs', async () => {
    const files = [aFile('film', { durationSeconds: 5_040, isUploaded: true })]
    const opened = open({
      read: () => ({ videos: [aVideo({ files })], terms: aTerms(), promo: [], largestVideoBytes: 1 }),
    })
    const dialog = await edit(opened)
    const warning = catalogMessages.lengthFar('84 min 0 s', 48)
    expect(dialog.queryByText(/Is it the right film/)).toBeNull()
    await retype(opened, 'Length, minutes', '48')
    expect(await dialog.findByText(warning)).toBeVisible()
  })

  it('sends everything as it was typed, with what it was filled from', async () => {
    const opened = open({ updateVideo: () => ({ success: true }) })
    await edit(opened)
    await retype(opened, 'Title', 'Air law, second edition')
    await retype(opened, 'Price, £', '65.5')
    await retype(opened, 'Length, minutes', '91')
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await expectNotice('Catalogue Saved')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opened.server.inputsOf('admin.catalog.updateVideo')).toEqual([
      expect.objectContaining({
        id: 1,
        title: 'Air law, second edition',
        price: '65.5',
        durationMinutes: 91,
        updatedAt: aVideo().updatedAt,
      }),
    ])
  })

  it.each([
    ['Title', '', catalogMessages.titleRequired],
    ['Description', '', catalogMessages.descriptionRequired],
    ['Price, £', 'sixty', catalogMessages.priceInvalid],
    ['Price, £', '60,50', catalogMessages.priceInvalid],
    ['Price, £', '0.29', catalogMessages.priceTooSmall],
    ['Price, £', '10000.01', catalogMessages.priceTooLarge],
    ['Length, minutes', '0', catalogMessages.durationInvalid],
    ['Length, minutes', '1.5', catalogMessages.durationInvalid],
  ])('%s %j is refused beside the field', async (label, text, words) => {
    const opened = open()
    await edit(opened)
    await retype(opened, label, text)
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(words))
    expect(opened.server.inputsOf('admin.catalog.updateVideo')).toEqual([])
  })

  it.each([
    ['0', 'Save £0', 'Air Law costs £60 now. From now on it would cost nothing.'],
    ['6,050', 'Save £6,050', 'Air Law costs £60 now. From now on it would cost £6,050.'],
  ])('asks whether a price of %s is right before it is saved', async (price, answer, words) => {
    const opened = open({ updateVideo: () => ({ success: true }) })
    await edit(opened)
    await retype(opened, 'Price, £', price)
    const save = screen.getByRole('button', { name: 'Save changes' })
    await opened.user.click(save)
    const question = await screen.findByRole('alertdialog', { name: 'Is the price right?' })
    expect(question).toHaveAccessibleDescription(words)
    await opened.user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(opened.server.inputsOf('admin.catalog.updateVideo')).toEqual([])
    expect(screen.getByLabelText('Price, £')).toHaveValue(price)
    await waitFor(() => expect(question).not.toBeInTheDocument())

    await opened.user.click(save)
    await opened.user.click(await screen.findByRole('button', { name: answer }))
    await waitFor(() =>
      expect(opened.server.inputsOf('admin.catalog.updateVideo')).toEqual([
        expect.objectContaining({ price }),
      ]),
    )
  })

  it('puts what the server says of the price beside it, and keeps what was typed', async () => {
    const words = 'The complete package would cost nothing.'
    const opened = open({ updateVideo: () => refuse('BAD_INPUT', { field: 'price' }, words) })
    await edit(opened)
    await retype(opened, 'Price, £', '31')
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Price, £')).toHaveAccessibleDescription(expect.stringContaining(words)),
    )
    expect(screen.getByLabelText('Price, £')).toHaveValue('31')
    await waitFor(() => expect(screen.getByLabelText('Price, £')).toHaveFocus())
  })

  it('that another admin changed meanwhile shows what is there now, and keeps what was typed', async () => {
    let title = 'Air Law'
    const opened = open({
      read: () => ({
        videos: [
          aVideo({ title, updatedAt: title === 'Air Law' ? aVideo().updatedAt : '2026-11-02T09:00:00.000Z' }),
        ],
        terms: aTerms(),
        promo: [],
        largestVideoBytes: 1,
      }),
      updateVideo: () => {
        if (title !== 'Air Law') return { success: true }
        title = 'Air law by another'
        return refuse('CONFLICT')
      },
    })
    await edit(opened)
    await retype(opened, 'Price, £', '70')
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Air law by another'))
    expect(screen.getByLabelText('Price, £')).toHaveValue('70')
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opened.server.inputsOf('admin.catalog.updateVideo').at(-1)).toMatchObject({
      price: '70',
      title: 'Air law by another',
      updatedAt: '2026-11-02T09:00:00.000Z',
    })
  })

  it('asks before what was typed is left, and does not where nothing was', async () => {
    const opened = open()
    const dialog = await edit(opened)
    await opened.user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()

    await edit(opened)
    await retype(opened, 'Title', 'Air l')
    await opened.user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    await opened.user.click(question.getByRole('button', { name: 'Stay here' }))
    expect(screen.getByLabelText('Title')).toHaveValue('Air l')
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    await opened.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps what was typed while the files are looked at', async () => {
    const opened = open()
    await edit(opened)
    await retype(opened, 'Title', 'Air l')
    await opened.user.click(screen.getByRole('tab', { name: 'Files' }))
    await opened.user.click(screen.getByRole('tab', { name: 'Words and price' }))
    expect(screen.getByLabelText('Title')).toHaveValue('Air l')
  })
})

describe('editing the terms', () => {
  it('sends them as they were typed', async () => {
    const opened = open({ updateTerms: () => ({ success: true }) })
    await opened.user.click(await screen.findByRole('button', { name: 'Edit terms' }))
    await retype(opened, 'The whole collection saves, £', '50')
    await retype(opened, 'One film, months', '6')
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    await expectNotice('Catalogue Saved')
    expect(opened.server.inputsOf('admin.catalog.updateTerms')).toEqual([
      expect.objectContaining({ collectionDiscount: '50', singleMonths: 6, bundleMonths: 12 }),
    ])
  })

  it('wants whole months', async () => {
    const opened = open()
    await opened.user.click(await screen.findByRole('button', { name: 'Edit terms' }))
    await retype(opened, 'Complete package, months', '61')
    await opened.user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText(catalogMessages.monthsInvalid)).toBeVisible()
  })
})
