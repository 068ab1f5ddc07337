import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import type { QuestionsOutput } from '#shared/schemas/questions.ts'
import { fakeMedia } from '#tests/client/features/player/fake-media.ts'
import { findVideo, openPlayer } from '#tests/client/features/player/open-player.tsx'
import { breakDown } from '#tests/support/fake-server.ts'

const AT = '2026-11-21T10:00:00.000Z'

test('a question goes to the instructor with film and second, and stands beside the film', async () => {
  const own: QuestionsOutput['own'] = []
  const media = fakeMedia()
  const { user, server } = await openPlayer({
    answers: {
      questions: () => ({ notes: [{ id: 'note', positionSeconds: 12, body: 'Say QNH aloud.' }], own }),
      ask: ({ positionSeconds, body }) => {
        own.push({ id: 'own', positionSeconds, body, createdAt: AT, answer: null, answeredAt: null })
        return { id: 'own' }
      },
    },
  })
  media.arrive(await findVideo())
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  expect(await screen.findByText('Say QNH aloud.')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Ask the instructor' }))
  await user.type(screen.getByRole('textbox', { name: /^Your question at 0:00/ }), 'Why does it drift?')
  await user.click(screen.getByRole('button', { name: 'Send question' }))
  expect(await screen.findByText('Not answered yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Ask the instructor' })).toHaveFocus()
  expect(server.inputsOf('progress.ask')).toEqual([
    { userId: 'student-sam', videoId: 2, positionSeconds: 0, body: 'Why does it drift?' },
  ])
})

test('a question that could not be sent stays in its field', async () => {
  const media = fakeMedia()
  const { user } = await openPlayer({
    answers: {
      ask: () => {
        throw new TypeError('Failed to fetch')
      },
    },
  })
  media.arrive(await findVideo())
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.click(await screen.findByRole('button', { name: 'Ask the instructor' }))
  await user.type(screen.getByRole('textbox', { name: /^Your question at/ }), 'Why does it drift?')
  await user.click(screen.getByRole('button', { name: 'Send question' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Your question at/ })).toHaveValue('Why does it drift?')
})

test('a question that is being written outlives the tab; Cancel gives it up and the focus back', async () => {
  const media = fakeMedia()
  const { user } = await openPlayer()
  media.arrive(await findVideo())
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.click(await screen.findByRole('button', { name: 'Ask the instructor' }))
  await user.type(screen.getByRole('textbox', { name: /^Your question at/ }), 'Why does it')
  await user.click(screen.getByRole('tab', { name: 'Chapters' }))
  await user.click(screen.getByRole('tab', { name: 'Notes' }))
  expect(await screen.findByRole('textbox', { name: /^Your question at 0:00/ })).toHaveValue('Why does it')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('button', { name: 'Ask the instructor' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Ask the instructor' }))
  expect(screen.getByRole('textbox', { name: /^Your question at/ })).toHaveValue('')
})

test('the form of a question comes into sight with its buttons', async () => {
  const shown: Element[] = []
  Element.prototype.scrollIntoView = function show() {
    shown.push(this)
  }
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  const media = fakeMedia()
  const { user } = await openPlayer()
  media.arrive(await findVideo())
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.click(await screen.findByRole('button', { name: 'Ask the instructor' }))
  expect(shown.at(-1)).toContainElement(screen.getByRole('button', { name: 'Send question' }))
})

test('a question without words is asked for at its field', async () => {
  const media = fakeMedia()
  const { user, server } = await openPlayer()
  media.arrive(await findVideo())
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.click(await screen.findByRole('button', { name: 'Ask the instructor' }))
  await user.click(screen.getByRole('button', { name: 'Send question' }))
  const field = screen.getByRole('textbox', { name: /^Your question at/ })
  expect(field).toHaveAccessibleDescription(/Please write your question first\./)
  expect(field).toBeInvalid()
  expect(field).toHaveFocus()
  expect(server.inputsOf('progress.ask')).toEqual([])
})

test('questions that could not be loaded are said to be missing, and asked for again', async () => {
  let isBroken = true
  const media = fakeMedia()
  const { user } = await openPlayer({
    answers: {
      questions: () =>
        isBroken ? breakDown() : { notes: [{ id: 'note', positionSeconds: 12, body: 'Say QNH.' }], own: [] },
    },
  })
  media.arrive(await findVideo())
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  expect(await screen.findByText('Your questions could not be loaded')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Ask the instructor' })).toBeVisible()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Say QNH.')).toBeVisible()
  expect(screen.queryByText('Your questions could not be loaded')).toBeNull()
})
