import { adminProcedure, router } from '#server/trpc.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import {
  adminQuestionsInput,
  adminQuestionsOutput,
  answerInput,
  removeInstructorNoteInput,
} from '#shared/schemas/questions.ts'
import { listQuestions } from './queries.ts'
import { answerQuestion, removeInstructorNote } from './questions.ts'

/** The back office on questions: the list, the answer, and the note for all. */
export const questionsAdminRouter = router({
  list: adminProcedure
    .input(adminQuestionsInput)
    .output(adminQuestionsOutput)
    .query(({ ctx, input }) => listQuestions(ctx.deps, input.state)),

  answer: adminProcedure
    .input(answerInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await answerQuestion(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { success: true } as const
    }),

  removeNote: adminProcedure
    .input(removeInstructorNoteInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await removeInstructorNote(ctx.deps, { id: input.id, adminId: ctx.admin.adminId })
      return { success: true } as const
    }),
})
