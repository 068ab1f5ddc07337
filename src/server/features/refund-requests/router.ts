import { countCall, router, studentProcedure } from '#server/trpc.ts'
import {
  askRefundInput,
  askRefundOutput,
  refundCaseInput,
  refundCaseOutput,
  requestInput,
  requestOutput,
} from '#shared/schemas/refund-requests.ts'
import { getRefundCase } from './refund-case.ts'
import { askRefund, withdrawRequest } from './requests.ts'

/** What a student asks back, a part of the `checkout` noun of the router tree. */
export const refundRequestsRouter = router({
  refundCase: studentProcedure
    .input(refundCaseInput)
    .output(refundCaseOutput)
    .query(({ ctx, input }) => getRefundCase(ctx.deps, { studentId: ctx.student.studentId, of: input })),

  askRefund: studentProcedure
    .input(askRefundInput)
    .output(askRefundOutput)
    .mutation(async ({ ctx, input }) => {
      const { studentId } = ctx.student
      await countCall(ctx, 'refundRequest', studentId)
      const request = await askRefund(ctx.deps, { studentId, ask: input })
      return { ...request, requestId: request.id }
    }),

  withdrawRequest: studentProcedure
    .input(requestInput)
    .output(requestOutput)
    .mutation(({ ctx, input }) => withdrawRequest(ctx.deps, { studentId: ctx.student.studentId, ...input })),
})
