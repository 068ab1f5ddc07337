import { correctEmail } from '#server/features/accounts/email-change.ts'
import { sendPasswordLink } from '#server/features/accounts/password-reset.ts'
import { endSessions } from '#server/features/accounts/sessions.ts'
import { renderDocument } from '#server/features/documents/render-document.ts'
import { extendEntitlement, grantEntitlement } from '#server/features/entitlements/admin-entitlements.ts'
import { adminProcedure, router, stepUpAdminProcedure } from '#server/trpc.ts'
import { parsePounds } from '#shared/money/money.ts'
import {
  accessEndOutput,
  correctEmailInput,
  extendAccessInput,
  grantAccessInput,
  mailedOutput,
  orderDetailInput,
  orderDetailOutput,
  resendMailInput,
  searchOrdersInput,
  searchOrdersOutput,
  studentDetailInput,
  studentDetailOutput,
} from '#shared/schemas/admin-orders.ts'
import {
  answerRefundInput,
  assignRefundInput,
  refundInput,
  refundOrderInput,
  refundOrderOutput,
  resolveRefundInput,
} from '#shared/schemas/admin-refunds.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import { documentInput, documentOutput } from '#shared/schemas/orders.ts'
import {
  declineRequestInput,
  grantRequestInput,
  grantRequestOutput,
} from '#shared/schemas/refund-requests.ts'
import { declineRequest, grantRequest } from './answer-request.ts'
import { answerRefund, assignRefund } from './match-refunds.ts'
import { getOrderDetail, getStudentDetail } from './order-detail.ts'
import { getOrderPage } from './order-list.ts'
import { refundOrder } from './refund-order.ts'
import { resendMail } from './resend-mail.ts'
import { resolveRefund, retryRefund } from './resolve-refund.ts'

/** The back office on orders: search, detail, refunds, entitlements and mails. */
export const orderAdminRouter = router({
  search: adminProcedure
    .input(searchOrdersInput)
    .output(searchOrdersOutput)
    .query(({ ctx, input }) => getOrderPage(ctx.deps, input)),

  detail: adminProcedure
    .input(orderDetailInput)
    .output(orderDetailOutput)
    .query(({ ctx, input }) => getOrderDetail(ctx.deps, input.orderId)),

  student: adminProcedure
    .input(studentDetailInput)
    .output(studentDetailOutput)
    .query(({ ctx, input }) => getStudentDetail(ctx.deps, input.studentId)),

  /** Any invoice or credit note. */
  document: adminProcedure
    .input(documentInput)
    .output(documentOutput)
    .query(async ({ ctx, input }) => {
      const { filename, content } = await renderDocument(ctx.deps, input.documentId)
      return { filename, contentBase64: content.toString('base64') }
    }),

  refund: stepUpAdminProcedure
    .input(refundOrderInput)
    .output(refundOrderOutput)
    .mutation(({ ctx, input: { orderId, wish, reason, seenBack } }) =>
      refundOrder(ctx.deps, {
        orderId,
        wish: 'amount' in wish ? { amountPence: parsePounds(wish.amount) } : wish,
        reason,
        adminId: ctx.admin.adminId,
        seenBackPence: parsePounds(seenBack),
      }),
    ),

  /** Whether a held refund is the same as the one made at Stripe. */
  answerRefund: stepUpAdminProcedure
    .input(answerRefundInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await answerRefund(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { success: true }
    }),

  retryRefund: stepUpAdminProcedure
    .input(refundInput)
    .output(refundOrderOutput)
    .mutation(({ ctx, input }) => retryRefund(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  resolveRefund: stepUpAdminProcedure
    .input(resolveRefundInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await resolveRefund(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { success: true }
    }),

  /** Step-up, as a refund. */
  grantRequest: stepUpAdminProcedure
    .input(grantRequestInput)
    .output(grantRequestOutput)
    .mutation(({ ctx, input: { requestId, amount, words, seenBack } }) =>
      grantRequest(ctx.deps, {
        requestId,
        amountPence: amount === null ? null : parsePounds(amount),
        words,
        adminId: ctx.admin.adminId,
        seenBackPence: parsePounds(seenBack),
      }),
    ),

  declineRequest: adminProcedure
    .input(declineRequestInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await declineRequest(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { success: true }
    }),

  assignRefund: adminProcedure
    .input(assignRefundInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await assignRefund(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { success: true }
    }),

  grantAccess: adminProcedure
    .input(grantAccessInput)
    .output(accessEndOutput)
    .mutation(({ ctx, input }) => grantEntitlement(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  extendAccess: adminProcedure
    .input(extendAccessInput)
    .output(accessEndOutput)
    .mutation(({ ctx, input }) => extendEntitlement(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  /** Step-up, because it leads to a new password at an address that the admin typed. */
  correctEmail: stepUpAdminProcedure
    .input(correctEmailInput)
    .output(mailedOutput)
    .mutation(({ ctx, input }) => correctEmail(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  sendPasswordLink: adminProcedure
    .input(studentDetailInput)
    .output(mailedOutput)
    .mutation(({ ctx, input }) => sendPasswordLink(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  endSessions: adminProcedure
    .input(studentDetailInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => endSessions(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  resendMail: adminProcedure
    .input(resendMailInput)
    .output(mailedOutput)
    .mutation(({ ctx, input }) => resendMail(ctx.deps, { ...input, adminId: ctx.admin.adminId })),
})
