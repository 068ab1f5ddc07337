import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { expectNotice } from '#tests/client/features/admin/expect-notice.ts'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'
import { loadSheet, openCampaign } from './campaign-fixtures.ts'

const GENERATED = { subject: 'Course update: Meteorology', html: '<h1>Meteorology has changed</h1>' }

describe('a template', () => {
  it('must be chosen, asks for its fields, and fills subject and HTML', async () => {
    const { user, server } = openCampaign({ generateTemplate: () => GENERATED })
    await user.click(await screen.findByRole('tab', { name: 'Use Template' }))
    await user.click(screen.getByRole('button', { name: 'Generate Template' }))
    expect(screen.getByText('Please choose a template first.')).toBeVisible()

    await user.selectOptions(screen.getByLabelText('Template', { selector: 'select' }), 'Course Update')
    await user.click(screen.getByRole('button', { name: 'Generate Template' }))
    expect(screen.getByText('Please enter the course name.')).toBeVisible()
    expect(screen.getByLabelText('Course name')).toHaveFocus()
    expect(server.inputsOf('admin.campaigns.generateTemplate')).toEqual([])

    await fillIn(user, 'Course name', 'Meteorology')
    await fillIn(user, 'Update details', 'Fog is new.')
    await user.click(screen.getByRole('button', { name: 'Generate Template' }))
    await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveValue(GENERATED.subject))
    expect(screen.getByLabelText('HTML content')).toHaveValue(GENERATED.html)
    expect(screen.getByLabelText('HTML content')).not.toBeVisible()
    await user.click(screen.getByText('HTML and plain text'))
    expect(screen.getByLabelText('HTML content')).toBeVisible()
    expect(server.inputsOf('admin.campaigns.generateTemplate')).toEqual([
      { type: 'courseUpdate', courseName: 'Meteorology', updateDetails: 'Fog is new.' },
    ])
  })

  it.each([
    ['General Announcement', ['Title', 'Message', /^Call-to-action text/, /^Call-to-action URL/]],
    ['Monthly Newsletter', ['Month', 'Year', 'Content']],
  ])('%s has its own fields', async (name, labels) => {
    const { user } = openCampaign()
    await user.click(await screen.findByRole('tab', { name: 'Use Template' }))
    await user.selectOptions(screen.getByLabelText('Template', { selector: 'select' }), name)
    for (const label of labels) expect(screen.getByLabelText(label)).toBeVisible()
  })

  it('stays as far as it was filled in while one looks at the other tab, or presses Send too early', async () => {
    const { user } = openCampaign()
    await user.click(await screen.findByRole('tab', { name: 'Use Template' }))
    await user.selectOptions(screen.getByLabelText('Template', { selector: 'select' }), 'Course Update')
    await fillIn(user, 'Course name', 'Meteorology')
    await user.click(screen.getByRole('tab', { name: 'Compose' }))
    await user.click(screen.getByRole('tab', { name: 'Use Template' }))
    expect(screen.getByLabelText('Course name')).toHaveValue('Meteorology')

    await user.click(await screen.findByRole('button', { name: 'Send to 128 Recipients' }))
    await user.click(screen.getByRole('tab', { name: 'Use Template' }))
    expect(screen.getByLabelText('Course name')).toHaveValue('Meteorology')
  })

  it('takes the place of what is written only after a yes; a failure is said', async () => {
    const { user, server } = openCampaign({ generateTemplate: () => breakDown() })
    await fillIn(user, 'HTML content', '<p>Mine</p>')
    await user.click(screen.getByRole('tab', { name: 'Use Template' }))
    await user.selectOptions(screen.getByLabelText('Template', { selector: 'select' }), 'Course Update')
    await fillIn(user, 'Course name', 'Meteorology')
    await fillIn(user, 'Update details', 'Fog is new.')
    await user.click(screen.getByRole('button', { name: 'Generate Template' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Replace what is written?' }))
    expect(server.inputsOf('admin.campaigns.generateTemplate')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Generate Template' }))
    await expectNotice('Failed to generate template')
    await user.click(screen.getByRole('tab', { name: 'Compose' }))
    expect(screen.getByLabelText('HTML content')).toHaveValue('<p>Mine</p>')
  })
})

describe('the preview', () => {
  it('is shown when asked for, in a frame that runs nothing, as light or dark and as wide as chosen', async () => {
    const html =
      '<!DOCTYPE html><html><head><style>@media (prefers-color-scheme: dark){p{color:#fff}}</style></head><body><p>Fog</p></body></html>'
    const { user, server } = openCampaign({
      preview: ({ subject }) => ({ subject, html, text: 'Fog, plain' }),
    })
    await fillIn(user, 'Subject', 'Fog season')
    expect(screen.queryByTitle('Fog season')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show preview' }))
    expect(screen.getByText(/^Write something/)).toBeVisible()
    expect(server.inputsOf('admin.campaigns.preview')).toEqual([])

    await fillIn(user, 'HTML content', '<p>Fog</p>')
    const frame = await screen.findByTitle<HTMLIFrameElement>('Fog season')
    expect(frame.getAttribute('sandbox')?.split(' ')).not.toContain('allow-scripts')
    const sheet = loadSheet(frame)
    const styleOf = () => sheet.querySelector('style')?.textContent
    await waitFor(() => expect(sheet.querySelector('p')?.textContent).toBe('Fog'))
    expect(styleOf()).toContain('@media not all')
    await user.click(screen.getByRole('button', { name: 'Dark' }))
    expect(styleOf()).toContain('@media all')
    await user.click(screen.getByRole('button', { name: 'Phone' }))
    expect(screen.getByTitle('Fog season')).toHaveClass('mail-sheet-narrow')
    await user.click(screen.getByRole('button', { name: 'Plain text' }))
    expect(screen.getByText('Fog, plain')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Hide preview' }))
    expect(screen.queryByText('Fog, plain')).toBeNull()
  })

  it.each([
    ['before the buttons that send, in one column', false, Node.DOCUMENT_POSITION_FOLLOWING],
    ['beside what is written, where there is room', true, Node.DOCUMENT_POSITION_PRECEDING],
  ])('stands %s', async (_where, isWide, position) => {
    openCampaign({})
    const query = { matches: isWide, addEventListener() {}, removeEventListener() {} }
    vi.stubGlobal('matchMedia', () => query)
    const preview = await screen.findByRole('heading', { name: 'Preview' })
    const test = screen.getByRole('button', { name: 'Send a test to me' })
    expect(preview.compareDocumentPosition(test)).toBe(position)
    const send = screen.getByRole('button', { name: /^Send(?! a)/ })
    expect(test.compareDocumentPosition(send), 'a test comes first').toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('is in sight from the start where it has a column of its own, and can be hidden', async () => {
    const { user } = openCampaign({})
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    await user.click(await screen.findByRole('button', { name: 'Hide preview' }))
    expect(screen.getByRole('button', { name: 'Show preview' })).toBeVisible()
  })

  it('stays open when the window grows and it changes places', async () => {
    const query = Object.assign(new EventTarget(), { matches: false })
    vi.stubGlobal('matchMedia', () => query)
    const { user } = openCampaign({})
    await user.click(await screen.findByRole('button', { name: 'Show preview' }))
    query.matches = true
    act(() => void query.dispatchEvent(new Event('change')))
    expect(screen.getByRole('button', { name: 'Hide preview' })).toBeVisible()
  })

  it('says what the server says of it', async () => {
    const { user } = openCampaign({ preview: () => refuse('MAILING_EMPTY') })
    await user.click(await screen.findByRole('button', { name: 'Show preview' }))
    await fillIn(user, 'HTML content', '<script></script>')
    expect(await screen.findByText('Please fill in subject and content')).toBeVisible()
  })
})

describe('drafts', () => {
  const draft = {
    id: 'draft-7',
    recipients: 'custom' as const,
    subject: 'Half a thought',
    savedAt: '2026-11-19T09:00:00.000Z',
  }
  const whole = {
    ...draft,
    htmlContent: '<p>And</p>',
    textContent: '',
    customEmails: ['a@example.com'],
    basis: 'They asked',
  }

  it('are kept while one writes, and the page warns until they are', async () => {
    const { user, server } = openCampaign()
    const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    await screen.findByText(/^None\. What you write is kept/)
    expect(leave()).toBe(false)
    await fillIn(user, 'Subject', 'Fog season')
    expect(leave()).toBe(true)
    expect(await screen.findByText(/^Draft saved on 21 November 2026/)).toBeVisible()
    expect(leave()).toBe(false)
    expect(server.inputsOf('admin.campaigns.saveDraft')).toEqual([
      {
        id: null,
        knownSavedAt: null,
        recipients: 'students',
        subject: 'Fog season',
        htmlContent: '',
        textContent: '',
        basis: '',
        customEmails: [],
      },
    ])
  })

  it('are offered again, whole', async () => {
    const { user } = openCampaign({ drafts: () => [draft], draft: () => whole })
    await user.click(await screen.findByRole('button', { name: 'Open the draft Half a thought' }))
    await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveValue('Half a thought'))
    expect(screen.getByLabelText('Email addresses')).toHaveValue('a@example.com')
    expect(screen.getByLabelText('Why may you write to them?')).toHaveValue('They asked')
    expect(screen.getByText('Open now')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Begin a new one' }))
    await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveValue(''))
  })

  it('are thrown away after a question', async () => {
    let drafts = [draft]
    const { user, server } = openCampaign({
      drafts: () => drafts,
      deleteDraft: () => {
        drafts = []
        return { success: true }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Throw away the draft Half a thought' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Throw this draft away?' }))
    await user.click(dialog.getByRole('button', { name: 'Throw away' }))
    await expectNotice('Draft thrown away')
    expect(await screen.findByText(/^None\. What you write is kept/)).toBeVisible()
    expect(server.inputsOf('admin.campaigns.deleteDraft')).toEqual([{ id: 'draft-7' }])
  })

  it('that cannot be saved say so, and can be tried again', async () => {
    let isFull = true
    const { user } = openCampaign({
      saveDraft: () =>
        isFull ? refuse('DRAFTS_FULL') : { id: 'draft-1', savedAt: '2026-11-21T12:00:00.000Z' },
    })
    await fillIn(user, 'Subject', 'Fog season')
    expect(await screen.findByText('There are 200 drafts. Please throw some away first.')).toBeVisible()
    isFull = false
    await user.click(screen.getByRole('button', { name: 'Save as a draft' }))
    expect(await screen.findByText(/^Draft saved/)).toBeVisible()
  })
})
