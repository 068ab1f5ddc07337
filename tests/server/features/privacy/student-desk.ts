import { saveNote } from '#server/features/playback/notes.ts'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import { saveExamDates } from '#server/features/playback/study-plan.ts'
import { answerQuestion, askQuestion } from '#server/features/questions/questions.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import type { TestShop } from '#tests/support/shop.ts'

type Desk = { studentId: string; token: string; words: string }

/** What a student leaves beside Air Law: a place with the part played, a note, an answered question, an exam date. */
export async function fillDesk({ deps }: TestShop, { studentId, token, words }: Desk): Promise<void> {
  const beside = { userId: studentId, videoId: 1, positionSeconds: 30 }
  await saveProgress(deps, {
    token,
    address: '127.0.0.1',
    save: {
      ...beside,
      progress: 40,
      completed: false,
      playSession: null,
      sequence: null,
      watched: [[3, 21]],
    },
  })
  await saveNote(deps, { ...beside, id: null, body: `${words} note` })
  const { id } = await askQuestion(deps, { ...beside, body: `${words} question` })
  const { id: adminId } = await makeAdmin(deps)
  await answerQuestion(deps, { id, answer: `${words} answer`, note: null, adminId })
  await saveExamDates(deps, { userId: studentId, dates: [{ subject: 'air-law', day: '2027-01-19' }] })
}
