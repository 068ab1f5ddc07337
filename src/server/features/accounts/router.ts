import { ShopError } from '#server/errors.ts'
import { limitedByAddress, publicProcedure, router, studentProcedure } from '#server/trpc.ts'
import {
  loginInput,
  loginOutput,
  meOutput,
  messageOutput,
  registerInput,
  registerOutput,
  requestPasswordResetInput,
  resendVerificationInput,
  resetPasswordInput,
  successOutput,
  verifyEmailInput,
  verifyEmailOutput,
  verifyResetTokenInput,
  verifyResetTokenOutput,
} from '#shared/schemas/auth.ts'
import { presentResetLink, presentStudent } from './present.ts'
import { findResetLink, findStudent } from './queries.ts'
import { registerStudent } from './register-student.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resendVerification } from './resend-verification.ts'
import { resetPassword } from './reset-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { verifyEmail } from './verify-email.ts'

export const authRouter = router({
  me: studentProcedure.output(meOutput).query(async ({ ctx }) => {
    const student = await findStudent(ctx.deps, ctx.student.studentId)
    if (!student) throw new ShopError('NOT_SIGNED_IN')
    return { id: student.id, user: presentStudent(student) }
  }),

  login: publicProcedure
    .input(loginInput)
    .output(loginOutput)
    .mutation(({ ctx, input }) =>
      signIn(ctx.deps, { ...input, address: ctx.address, userAgent: ctx.userAgent }),
    ),

  register: publicProcedure
    .use(limitedByAddress('registration'))
    .input(registerInput)
    .output(registerOutput)
    .mutation(({ ctx, input }) => registerStudent(ctx.deps, input)),

  logout: publicProcedure
    .output(successOutput)
    .mutation(({ ctx }) => signOut(ctx.deps, ctx.credentials.bearer)),

  verifyEmail: publicProcedure
    .input(verifyEmailInput)
    .output(verifyEmailOutput)
    .mutation(({ ctx, input }) => verifyEmail(ctx.deps, { ...input, userAgent: ctx.userAgent })),

  resendVerification: publicProcedure
    .input(resendVerificationInput)
    .output(messageOutput)
    .mutation(({ ctx, input }) => resendVerification(ctx.deps, input)),

  requestPasswordReset: publicProcedure
    .input(requestPasswordResetInput)
    .output(messageOutput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.deps, input)),

  verifyResetToken: publicProcedure
    .input(verifyResetTokenInput)
    .output(verifyResetTokenOutput)
    .mutation(async ({ ctx, input }) => presentResetLink(await findResetLink(ctx.deps, input.token))),

  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .output(messageOutput)
    .mutation(({ ctx, input }) => resetPassword(ctx.deps, input)),
})
