import type { Context } from '#server/context.ts'
import { ShopError } from '#server/errors.ts'
import {
  countCall,
  limitedByAddress,
  publicProcedure,
  recordsSecurity,
  router,
  studentProcedure,
} from '#server/trpc.ts'
import * as accountSchemas from '#shared/schemas/account.ts'
import * as authSchemas from '#shared/schemas/auth.ts'
import { changeEmail, confirmEmailChange, correctRegistration } from './email-change.ts'
import { requestPasswordReset, resendVerification } from './link-requests.ts'
import { resetPassword } from './password-reset.ts'
import { changePassword } from './passwords.ts'
import { presentAccount, presentResetToken, presentSession, presentStudent } from './present.ts'
import { findAccount, findResetToken, findStudent, listSessions } from './queries.ts'
import { registerStudent } from './registration.ts'
import { revokeEverySession, revokeSession, signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { changeBusiness, changeNews } from './students.ts'
import {
  checkVerification,
  isVerified,
  setPasswordByVerification,
  verifyEmail,
  verifyEmailWithPassword,
} from './verification.ts'

export const authRouter = router({
  me: studentProcedure.output(authSchemas.meOutput).query(async ({ ctx }) => {
    const student = await findStudent(ctx.deps, ctx.student.studentId)
    if (!student) throw new ShopError('NOT_SIGNED_IN')
    return { id: student.id, user: presentStudent(student) }
  }),

  login: publicProcedure
    .input(authSchemas.loginInput)
    .output(authSchemas.loginOutput)
    .mutation(({ ctx, input }) => signIn(ctx.deps, { ...input, ...callerOf(ctx) })),

  register: publicProcedure
    .use(limitedByAddress('registration'))
    .input(authSchemas.registerInput)
    .output(authSchemas.registerOutput)
    .mutation(({ ctx, input }) => registerStudent(ctx.deps, input)),

  logout: publicProcedure
    .output(authSchemas.successOutput)
    .mutation(({ ctx }) => signOut(ctx.deps, { kind: 'student', token: ctx.credentials.bearer })),

  verifyEmail: publicProcedure
    .input(authSchemas.verifyEmailInput)
    .output(authSchemas.verifyEmailOutput)
    .mutation(({ ctx, input }) => verifyEmail(ctx.deps, { ...input, ...callerOf(ctx) })),

  checkVerification: publicProcedure
    .input(authSchemas.verifyEmailInput)
    .output(authSchemas.checkVerificationOutput)
    .mutation(({ ctx, input }) => checkVerification(ctx.deps, input.token)),

  verifyEmailWithPassword: publicProcedure
    .input(authSchemas.verifyEmailWithPasswordInput)
    .output(authSchemas.verifyEmailOutput)
    .mutation(({ ctx, input }) => verifyEmailWithPassword(ctx.deps, { ...input, ...callerOf(ctx) })),

  setPasswordByVerification: publicProcedure
    .input(authSchemas.setPasswordByVerificationInput)
    .output(authSchemas.verifyEmailOutput)
    .mutation(({ ctx, input }) => setPasswordByVerification(ctx.deps, { ...input, ...callerOf(ctx) })),

  /** Asked every few seconds by a tab that waits for the mail to be followed elsewhere. */
  verificationState: publicProcedure
    .input(authSchemas.verificationStateInput)
    .output(authSchemas.verificationStateOutput)
    .query(async ({ ctx, input }) => ({ isVerified: await isVerified(ctx.deps, input.waiting) })),

  /** As open as registration about an address that has an account, and counted with it. */
  correctRegistration: publicProcedure
    .use(limitedByAddress('registration'))
    .input(authSchemas.correctRegistrationInput)
    .output(authSchemas.successOutput)
    .mutation(({ ctx, input }) => correctRegistration(ctx.deps, { ...input, address: ctx.address })),

  resendVerification: publicProcedure
    .input(authSchemas.resendVerificationInput)
    .output(authSchemas.messageOutput)
    .mutation(({ ctx, input }) => resendVerification(ctx.deps, { ...input, address: ctx.address })),

  requestPasswordReset: publicProcedure
    .input(authSchemas.requestPasswordResetInput)
    .output(authSchemas.messageOutput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.deps, { ...input, address: ctx.address })),

  verifyResetToken: publicProcedure
    .input(authSchemas.verifyResetTokenInput)
    .output(authSchemas.verifyResetTokenOutput)
    .mutation(async ({ ctx, input }) => presentResetToken(await findResetToken(ctx.deps, input.token))),

  resetPassword: publicProcedure
    .input(authSchemas.resetPasswordInput)
    .output(authSchemas.messageOutput)
    .mutation(({ ctx, input }) => {
      const browser = ctx.browser(input.type === 'referer' ? 'referer' : 'student')
      return resetPassword(ctx.deps, { ...input, address: ctx.address, browser })
    }),

  account: studentProcedure.output(accountSchemas.accountOutput).query(async ({ ctx }) => {
    const account = await findAccount(ctx.deps, ctx.student.studentId)
    if (!account) throw new ShopError('NOT_SIGNED_IN')
    return presentAccount(account)
  }),

  changeEmail: studentProcedure
    .use(
      recordsSecurity('student', {
        done: 'email.changeAsked',
        failed: 'password.failed',
        locked: 'password.locked',
      }),
    )
    .input(accountSchemas.changeEmailInput)
    .output(accountSchemas.changeEmailOutput)
    .mutation(async ({ ctx, input: { email, password } }) => {
      const { studentId } = ctx.student
      await countCall(ctx, 'password', studentId)
      return changeEmail(ctx.deps, { studentId, email, password })
    }),

  /** The token works in every browser, signed in or not; a session of the same student stays. */
  confirmEmailChange: publicProcedure
    .input(accountSchemas.confirmEmailChangeInput)
    .output(accountSchemas.confirmEmailChangeOutput)
    .mutation(async ({ ctx, input }) =>
      confirmEmailChange(ctx.deps, {
        token: input.token,
        session: await ctx.whoIs.student(),
        address: ctx.address,
      }),
    ),

  changePassword: studentProcedure
    .use(
      recordsSecurity('student', {
        done: 'password.changed',
        failed: 'password.failed',
        locked: 'password.locked',
      }),
    )
    .input(accountSchemas.changePasswordInput)
    .output(accountSchemas.changePasswordOutput)
    .mutation(async ({ ctx, input: { currentPassword, password } }) => {
      const { student, userAgent } = ctx
      await countCall(ctx, 'password', student.studentId)
      return changePassword(ctx.deps, {
        studentId: student.studentId,
        currentPassword,
        password,
        userAgent,
        browser: ctx.browser('student'),
      })
    }),

  changeBusiness: studentProcedure
    .input(accountSchemas.businessInput)
    .output(authSchemas.successOutput)
    .mutation(({ ctx, input }) =>
      changeBusiness(ctx.deps, { studentId: ctx.student.studentId, business: input }),
    ),

  changeNews: studentProcedure
    .input(accountSchemas.newsInput)
    .output(authSchemas.successOutput)
    .mutation(({ ctx, input }) =>
      changeNews(ctx.deps, { studentId: ctx.student.studentId, wantsNews: input.wantsNews }),
    ),

  sessions: studentProcedure.output(accountSchemas.sessionsOutput).query(async ({ ctx }) => {
    const sessions = await listSessions(ctx.deps, ctx.student.studentId)
    return sessions.map((session) => presentSession(session, ctx.student.sessionId))
  }),

  endSession: studentProcedure
    .use(recordsSecurity('student', { done: 'session.revoked' }))
    .input(accountSchemas.endSessionInput)
    .output(authSchemas.successOutput)
    .mutation(({ ctx, input }) =>
      revokeSession(ctx.deps, { studentId: ctx.student.studentId, sessionId: input.sessionId }),
    ),

  endEverySession: studentProcedure
    .use(recordsSecurity('student', { done: 'sessions.revoked' }))
    .output(authSchemas.successOutput)
    .mutation(({ ctx }) => revokeEverySession(ctx.deps, ctx.student.studentId)),
})

/** The browser that signs in as a student. */
function callerOf({ address, userAgent, browser }: Context) {
  return { address, userAgent, browser: browser('student') }
}
