import { ownStudentProcedure, router } from '#server/trpc.ts'
import {
  askedQuestionOutput,
  questionInput,
  questionsInput,
  questionsOutput,
} from '#shared/schemas/questions.ts'
import { findQuestions } from './queries.ts'
import { askQuestion } from './questions.ts'

/** Questions to the instructor, a part of the `progress` noun of the router tree. */
export const questionsRouter = router({
  questions: ownStudentProcedure
    .input(questionsInput)
    .output(questionsOutput)
    .query(({ ctx, input }) =>
      findQuestions(ctx.deps, { studentId: ctx.student.studentId, videoId: input.videoId }),
    ),

  ask: ownStudentProcedure
    .input(questionInput)
    .output(askedQuestionOutput)
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.limits.consume('question', ctx.student.studentId)
      return askQuestion(ctx.deps, input)
    }),
})
