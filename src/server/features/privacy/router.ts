import { countCall, publicProcedure, recordsSecurity, router, studentProcedure } from '#server/trpc.ts'
import { eraseAccountInput, exportOutput } from '#shared/schemas/account.ts'
import { successOutput, verifyEmailInput } from '#shared/schemas/auth.ts'
import { discardRegistration, eraseAccount } from './erasure.ts'
import { exportData } from './export-data.ts'

/** A student's rights under data protection law, a part of the `auth` noun of the router tree. */
export const personalDataRouter = router({
  exportData: studentProcedure.output(exportOutput).query(async ({ ctx }) => {
    const { studentId } = ctx.student
    await countCall(ctx, 'document', studentId)
    return exportData(ctx.deps, studentId)
  }),

  eraseAccount: studentProcedure
    .use(recordsSecurity('student', { failed: 'password.failed', locked: 'password.locked' }))
    .input(eraseAccountInput)
    .output(successOutput)
    .mutation(async ({ ctx, input: { password } }) => {
      const { studentId } = ctx.student
      await countCall(ctx, 'password', studentId)
      return eraseAccount(ctx.deps, { studentId, password })
    }),

  /** For the owner of a mailbox whose address another person registered; the token proves the mailbox. */
  discardRegistration: publicProcedure
    .input(verifyEmailInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => discardRegistration(ctx.deps, input.token)),
})
