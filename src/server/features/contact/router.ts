import { limitedByAddress, publicProcedure, router } from '#server/trpc.ts'
import { contactInput, contactOutput } from '#shared/schemas/contact.ts'
import { createMessage } from './messages.ts'

/** The contact page's form, a part of the `auth` noun of the router tree. */
export const contactRouter = router({
  /** Works signed in or not; a signed-in student is stored with the message. */
  sendMessage: publicProcedure
    .use(limitedByAddress('contact'))
    .input(contactInput)
    .output(contactOutput)
    .mutation(async ({ ctx, input }) => {
      const student = await ctx.whoIs.student()
      return createMessage(ctx.deps, { message: input, studentId: student?.studentId ?? null })
    }),
})
