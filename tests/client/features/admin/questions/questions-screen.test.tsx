import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { QuestionsScreen } from '#client/features/admin/questions/questions-screen.tsx'
import type { AdminQuestion } from '#shared/schemas/questions.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'

const QUESTION: AdminQuestion = {
  id: 'question-1',
  studentId: 'student-sam',
  username: 'sam',
  videoId: 2,
  videoTitle: 'Navigation',
  positionSeconds: 78,
  body: 'Why does it drift?',
  createdAt: '2026-11-21T10:00:00.000Z',
  answer: null,
  answeredAt: null,
  note: null,
}

it('an answer and a note without words are asked for at their fields', async () => {
  const server = backOffice({
    questions: {
      list: ({ state }) => ({ questions: state === 'open' ? [QUESTION] : [], hasMore: false }),
      answer: () => ({ success: true }),
    },
  })
  const user = openScreen({ Screen: QuestionsScreen, at: '/admin/questions' })
  const answer = await screen.findByRole('textbox', { name: 'Answer' })
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(answer).toHaveAccessibleDescription('Please write something first.')
  expect(answer).toHaveFocus()
  await user.type(answer, 'The wind.')
  expect(answer).not.toHaveAccessibleDescription()
  await user.click(screen.getByRole('checkbox'))
  const note = screen.getByRole('textbox', { name: 'The note, without a name' })
  await user.clear(note)
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(note).toHaveAccessibleDescription('Please write something first.')
  expect(note).toHaveFocus()
  expect(server.inputsOf('admin.questions.answer')).toEqual([])
})
