import { limitedByAddress, publicProcedure, router } from '#server/trpc.ts'
import { contactInput, contactOutput } from '#shared/schemas/contact.ts'
import { receiveMessage } from './receive-message.ts'

/** The contact page's form, a part of the `auth` noun of the router tree. */
export const contactRouter = router({
  /** The contact page, for anybody; who is signed in is written down with the message. */
  sendMessage: publicProcedure
    .use(limitedByAddress('contact'))
    .input(contactInput)
    .output(contactOutput)
    .mutation(async ({ ctx, input }) => {
      const student = await ctx.whoIs.student()
      return receiveMessage(ctx.deps, { message: input, studentId: student?.studentId ?? null })
    }),
})
