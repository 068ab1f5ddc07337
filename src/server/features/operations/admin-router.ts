import { findAuditPage, listAuditChoices } from '#server/features/audit/queries.ts'
import { closeIncident } from '#server/features/incidents/incidents.ts'
import { adminProcedure, router, stepUpAdminProcedure } from '#server/trpc.ts'
import { attentionCountOutput, attentionOutput, closeIncidentInput } from '#shared/schemas/attention.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import { browserErrorsOutput, dismissBrowserErrorInput } from '#shared/schemas/browser-errors.ts'
import {
  auditChoicesOutput,
  auditFileOutput,
  auditInput,
  auditOutput,
  backupsOutput,
  doctorOutput,
  failedJobsInput,
  failedMailsOutput,
  goLiveOutput,
  healthOutput,
  jobsOutput,
  retryJobInput,
  retryJobsInput,
  retryJobsOutput,
  retryMailInput,
  sendWaitingMailOutput,
} from '#shared/schemas/operations.ts'
import { periodInput } from '#shared/schemas/period.ts'
import { findAttention } from './attention.ts'
import { openAuditFile } from './audit-file.ts'
import { findBackups, releaseShop } from './backup/nightly-backup.ts'
import { dismissBrowserError, listBrowserErrors } from './browser-errors/browser-errors.ts'
import { checkHealth } from './check-health.ts'
import { countAttention } from './count-attention.ts'
import { examine } from './doctor/doctor.ts'
import { findJobs, retryJob, retryJobs } from './failed-jobs.ts'
import { dismissFailedMail, presentFailedMail, retryFailedMail, sendWaitingMail } from './failed-mail.ts'
import { findBacklog, findGoLive, listFailedMails } from './queries.ts'

/** Health, failed jobs and mail, the audit log and the go-live list. */
export const operationsRouter = router({
  health: adminProcedure.output(healthOutput).query(async ({ ctx: { deps } }) => {
    const [parts, backlog] = await Promise.all([checkHealth(deps), findBacklog(deps)])
    return { checkedAt: deps.clock.now(), parts, ...backlog }
  }),

  jobs: adminProcedure
    .input(failedJobsInput)
    .output(jobsOutput)
    .query(({ ctx, input }) => findJobs(ctx.deps, input.offset)),

  retryJob: adminProcedure
    .input(retryJobInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => retryJob(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  retryJobs: adminProcedure
    .input(retryJobsInput)
    .output(retryJobsOutput)
    .mutation(({ ctx, input }) => retryJobs(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  failedMails: adminProcedure.output(failedMailsOutput).query(async ({ ctx }) => {
    const { rows, hasMore } = await listFailedMails(ctx.deps)
    return { mails: rows.map(presentFailedMail), hasMore }
  }),

  retryMail: adminProcedure
    .input(retryMailInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => retryFailedMail(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  dismissMail: adminProcedure
    .input(retryMailInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => dismissFailedMail(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  sendWaitingMail: adminProcedure
    .output(sendWaitingMailOutput)
    .mutation(({ ctx }) => sendWaitingMail(ctx.deps, { adminId: ctx.admin.adminId })),

  browserErrors: adminProcedure.output(browserErrorsOutput).query(({ ctx }) => listBrowserErrors(ctx.deps)),

  dismissBrowserError: adminProcedure
    .input(dismissBrowserErrorInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => dismissBrowserError(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  audit: adminProcedure
    .input(auditInput)
    .output(auditOutput)
    .query(({ ctx, input }) => findAuditPage(ctx.deps, input)),

  /** REST streams the file; tRPC returns its address. */
  auditFile: adminProcedure
    .input(periodInput)
    .output(auditFileOutput)
    .query(({ ctx, input: { from, to, range } }) => {
      const filename = `audit-log-${from}-to-${to}.csv`
      ctx.sendFile?.({
        filename,
        type: 'text/csv; charset=utf-8; header=present',
        open: async () => openAuditFile(ctx.deps, range),
      })
      return { filename, address: `/api/admin/audit-log/${from}/${to}` }
    }),

  auditChoices: adminProcedure.output(auditChoicesOutput).query(({ ctx }) => listAuditChoices(ctx.deps)),

  /** Everything the shop depends on, checked now. */
  doctor: adminProcedure.output(doctorOutput).query(({ ctx }) => examine(ctx.deps)),

  backups: adminProcedure.output(backupsOutput).query(({ ctx }) => findBackups(ctx.deps)),

  release: stepUpAdminProcedure.output(successOutput).mutation(async ({ ctx }) => {
    await releaseShop(ctx.deps, { adminId: ctx.admin.adminId })
    return { success: true }
  }),

  goLive: adminProcedure
    .output(goLiveOutput)
    .query(async ({ ctx }) => ({ items: await findGoLive(ctx.deps) })),
})

/** Matters that need an admin. */
export const attentionRouter = router({
  list: adminProcedure.output(attentionOutput).query(({ ctx }) => findAttention(ctx.deps)),

  count: adminProcedure.output(attentionCountOutput).query(async ({ ctx }) => {
    return { count: await countAttention(ctx.deps) }
  }),

  close: adminProcedure
    .input(closeIncidentInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => closeIncident(ctx.deps, { ...input, adminId: ctx.admin.adminId })),
})
