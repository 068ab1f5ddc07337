import { z } from 'zod'
import { answerMaxLength, questionMaxLength, questionsPerVideo } from '#shared/limits.ts'
import { questionMessages } from '#shared/messages/questions.ts'
import { isoTime, opaqueId, optional, requiredLines, timeOutput, videoId } from './primitives.ts'

export const questionsInput = z.object({ userId: opaqueId, videoId })

/** At a second of a video. */
export const questionInput = z.object({
  userId: opaqueId,
  videoId,
  positionSeconds: z.number().min(0).max(86_400),
  body: requiredLines(questionMaxLength, questionMessages.empty),
})
export type QuestionInput = z.output<typeof questionInput>

const questionOutput = z.object({
  id: z.string(),
  positionSeconds: z.number(),
  body: z.string(),
  createdAt: isoTime,
  /** Null until the instructor has answered. */
  answer: z.string().nullable(),
  answeredAt: isoTime.nullable(),
})

export const questionsOutput = z.object({
  /** The student's own, in the order of the video. */
  own: z.array(questionOutput).max(questionsPerVideo),
  /** What the instructor wrote for everybody who owns the video. */
  notes: z.array(z.object({ id: z.string(), positionSeconds: z.number(), body: z.string() })),
})
export type QuestionsOutput = z.output<typeof questionsOutput>

export const askedQuestionOutput = z.object({ id: z.string() })

export const adminQuestionsInput = z.object({ state: z.enum(['open', 'answered']) })
export const adminQuestionsOutput = z.object({
  questions: z.array(
    z.object({
      id: z.string(),
      studentId: z.string(),
      username: z.string(),
      videoId: z.int(),
      videoTitle: z.string(),
      positionSeconds: z.number(),
      body: z.string(),
      createdAt: timeOutput,
      answer: z.string().nullable(),
      answeredAt: timeOutput.nullable(),
      /** What everybody who owns the video reads; null where the answer went to the student alone. */
      note: z.object({ id: z.string(), body: z.string() }).nullable(),
    }),
  ),
  hasMore: z.boolean(),
})
export type AdminQuestion = z.output<typeof adminQuestionsOutput>['questions'][number]

/** `note` is what all owners read at that second; null where only the student does. */
export const answerInput = z.object({
  id: opaqueId,
  answer: requiredLines(answerMaxLength, questionMessages.answerEmpty),
  note: optional(requiredLines(answerMaxLength, questionMessages.answerEmpty)),
})

export const removeInstructorNoteInput = z.object({ id: opaqueId })
