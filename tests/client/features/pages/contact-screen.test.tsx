import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContactScreen } from '#client/features/pages/contact-screen.tsx'
import { contactDraft } from '#client/lib/contact-draft.ts'
import { contactMessages } from '#shared/messages/contact.ts'
import { fillIn, openScreen, SAM } from '#tests/client/features/auth/open-screen.tsx'
import { type Answers, breakDown, fakeServer, refuse } from '#tests/support/fake-server.ts'

const answer = { reference: 'M-7F3A91C2', acknowledgedBy: null, isAcknowledged: false }

function open(at: string, answers: Answers = { auth: { sendMessage: () => answer } }) {
  const server = fakeServer(answers)
  return { server, user: openScreen({ Screen: ContactScreen, at, isSignedIn: 'me' in (answers.auth ?? {}) }) }
}

async function write(user: ReturnType<typeof openScreen>) {
  await fillIn(user, 'Your name', 'Robin Vale')
  await fillIn(user, 'Email', 'robin@example.com')
  await user.selectOptions(screen.getByLabelText('What is it about?'), 'A film that does not play')
  await fillIn(user, 'Message', 'Navigation stops at 12:04.')
}

const send = (user: ReturnType<typeof openScreen>) => user.click(screen.getByRole('button', { name: 'Send' }))

test('names address and mail, and says who acknowledges a complaint, and when', async () => {
  open('/contact')
  expect(await screen.findByText(/1 Example Street/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'instructor@example.com' })).toBeVisible()
  expect(screen.getByText(/A person reads every complaint and acknowledges it within 30 days/)).toBeVisible()
})

test('a message is sent as it was written, and stays to be read with its reference', async () => {
  const { server, user } = open('/contact')
  await write(user)
  await send(user)
  expect(await screen.findByRole('heading', { name: contactMessages.sentTitle })).toHaveFocus()
  expect(screen.getByText('M-7F3A91C2')).toBeVisible()
  expect(screen.getByText('Navigation stops at 12:04.')).toBeVisible()
  expect(screen.getByText(/No copy is mailed/)).toBeVisible()
  expect(contactDraft.read()).toBeNull()
  expect(server.inputsOf('auth.sendMessage')).toEqual([
    {
      name: 'Robin Vale',
      email: 'robin@example.com',
      topic: 'playback',
      invoiceNumber: null,
      message: 'Navigation stops at 12:04.',
      website: '',
    },
  ])
})

test('another message begins with an empty form, and the focus in it', async () => {
  const { user } = open('/contact')
  await write(user)
  await send(user)
  await user.click(await screen.findByRole('button', { name: 'Write another' }))
  expect(await screen.findByLabelText('Your name')).toHaveFocus()
  expect(screen.getByLabelText('Message')).toHaveValue('')
})

test('what is missing is said beside each field, and the first of them has the focus', async () => {
  const { server, user } = open('/contact')
  await user.type(await screen.findByLabelText(/^Invoice number/), 'banana')
  await send(user)
  expect(await screen.findByLabelText('Your name')).toHaveFocus()
  for (const [label, words] of [
    ['Your name', contactMessages.nameRequired],
    ['Email', contactMessages.emailRequired],
    ['What is it about?', contactMessages.topicRequired],
    [/^Invoice number/, contactMessages.invoiceNumberInvalid],
    ['Message', contactMessages.messageRequired],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(words))
  }
  expect(server.inputsOf('auth.sendMessage')).toEqual([])
})

test('a half-written message is there again after a reload', async () => {
  contactDraft.write({
    name: 'Robin',
    email: 'robin@example.com',
    topic: 'club',
    invoiceNumber: '',
    message: 'We are a club',
  })
  open('/contact')
  expect(await screen.findByLabelText('Message')).toHaveValue('We are a club')
  expect(screen.getByLabelText('What is it about?')).toHaveDisplayValue('Clubs, schools and referral codes')
})

test('a student finds name and address filled in, and a link can choose what it is about', async () => {
  open('/contact?topic=complaint', {
    auth: { me: () => ({ id: SAM.id, user: SAM }), sendMessage: () => answer },
  })
  expect(await screen.findByDisplayValue(SAM.email)).toBe(screen.getByLabelText('Email'))
  expect(screen.getByLabelText('What is it about?')).toHaveDisplayValue('A complaint')
})

test.each([
  ['the server fails', () => breakDown(), /An unexpected error occurred/],
  ['there were too many', () => refuse('RATE_LIMITED'), /Too many attempts/],
])('nothing is lost when %s, and the mail address is offered', async (_what, sendMessage, words) => {
  const { user } = open('/contact', { auth: { sendMessage } })
  await write(user)
  await send(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(screen.getByRole('alert')).toHaveTextContent('instructor@example.com')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveFocus())
  expect(screen.getByLabelText('Message')).toHaveValue('Navigation stops at 12:04.')
  expect(contactDraft.read()?.message).toBe('Navigation stops at 12:04.')
})

test('a program that fills in everything is refused aloud, so that a person would see why', async () => {
  const { server, user } = open('/contact')
  await write(user)
  const trap = screen.getByLabelText('Website')
  expect(trap.closest('[aria-hidden]')).not.toBeNull()
  await user.click(trap)
  await user.paste('https://example.com')
  await send(user)
  expect(await screen.findByText(contactMessages.leaveEmpty)).toBeVisible()
  expect(trap.closest('[aria-hidden]')).toBeNull()
  expect(server.inputsOf('auth.sendMessage')).toEqual([])
})
