import { renderBulkTemplate } from '#emails/render-bulk.ts'
import type { Deps } from '#server/deps.ts'
import { adminProcedure, router, stepUpAdminProcedure } from '#server/trpc.ts'
import { bulkAnswerMs } from '#shared/limits.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import * as campaignsSchemas from '#shared/schemas/campaigns.ts'
import { emailPreviewInput, emailPreviewOutput, emailPreviewsOutput } from '#shared/schemas/email-preview.ts'
import { checkList, countRecipients } from './audience.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign, retryRecipients } from './change-campaign.ts'
import { deleteDraft, saveDraft } from './drafts.ts'
import {
  presentCampaign,
  presentDraft,
  presentDrafts,
  presentHistory,
  presentProgress,
  presentRecipients,
  presentSent,
} from './present.ts'
import { BULK_TEMPLATES, listEmails, previewEmail, previewMail, sendTest } from './previews.ts'
import { findCampaign, findDraft, listCampaigns, listDrafts, listRecipients } from './queries.ts'
import { startCampaign, waitForRows } from './start-campaign.ts'

export const campaignsRouter = router({
  countRecipients: adminProcedure
    .input(campaignsSchemas.countInput)
    .output(campaignsSchemas.countOutput)
    .query(async ({ ctx, input }) => ({ count: await countRecipients(ctx.deps, input.recipients) })),

  templates: adminProcedure.output(campaignsSchemas.bulkTemplatesOutput).query(() => BULK_TEMPLATES),

  generateTemplate: adminProcedure
    .input(campaignsSchemas.bulkTemplateInput)
    .output(campaignsSchemas.bulkTemplateOutput)
    .mutation(({ input }) => renderBulkTemplate(input)),

  /** Changes nothing. A mutation because a campaign is too long for a URL. */
  preview: adminProcedure
    .input(campaignsSchemas.bulkPreviewInput)
    .output(campaignsSchemas.bulkPreviewOutput)
    .mutation(({ ctx, input }) => previewMail(ctx.deps, input)),

  /** The same. */
  checkList: adminProcedure
    .input(campaignsSchemas.checkListInput)
    .output(campaignsSchemas.checkListOutput)
    .mutation(({ ctx, input }) => checkList(ctx.deps, input.lines)),

  sendTest: stepUpAdminProcedure
    .input(campaignsSchemas.bulkPreviewInput)
    .output(campaignsSchemas.bulkTestOutput)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, { ...input, adminId: ctx.admin.adminId })),

  send: stepUpAdminProcedure
    .input(campaignsSchemas.bulkEmailInput)
    .output(campaignsSchemas.bulkEmailOutput)
    .mutation(async ({ ctx, input }) => {
      const campaignId = await startCampaign(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return presentSent(campaignId, await waitForRows(ctx.deps, { campaignId, timeoutMs: bulkAnswerMs }))
    }),

  saveDraft: adminProcedure
    .input(campaignsSchemas.saveDraftInput)
    .output(campaignsSchemas.saveDraftOutput)
    .mutation(async ({ ctx, input }) => {
      const { id, savedAt } = await saveDraft(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return { id, savedAt: savedAt.toISOString() }
    }),

  drafts: adminProcedure
    .output(campaignsSchemas.draftsOutput)
    .query(async ({ ctx }) => presentDrafts(await listDrafts(ctx.deps))),

  draft: adminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(campaignsSchemas.draftOutput)
    .query(async ({ ctx, input }) => presentDraft(await findDraft(ctx.deps, input.id))),

  deleteDraft: adminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(successOutput)
    .mutation(({ ctx, input }) => deleteDraft(ctx.deps, input.id)),

  history: adminProcedure
    .input(campaignsSchemas.campaignsInput)
    .output(campaignsSchemas.campaignsOutput)
    .query(async ({ ctx, input }) => presentHistory(await listCampaigns(ctx.deps, input))),

  campaign: adminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(campaignsSchemas.campaignOutput)
    .query(async ({ ctx, input }) => presentCampaign(await findCampaign(ctx.deps, input.id))),

  progress: adminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(campaignsSchemas.campaignProgressOutput)
    .query(({ ctx, input }) => progressOf(ctx.deps, input.id)),

  recipients: adminProcedure
    .input(campaignsSchemas.campaignRecipientsInput)
    .output(campaignsSchemas.campaignRecipientsOutput)
    .query(async ({ ctx, input }) => presentRecipients(await listRecipients(ctx.deps, input))),

  pause: adminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(campaignsSchemas.campaignProgressOutput)
    .mutation(async ({ ctx, input }) => {
      await pauseCampaign(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return progressOf(ctx.deps, input.id)
    }),

  resume: stepUpAdminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(campaignsSchemas.campaignProgressOutput)
    .mutation(async ({ ctx, input }) => {
      await resumeCampaign(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return progressOf(ctx.deps, input.id)
    }),

  cancel: adminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(campaignsSchemas.campaignProgressOutput)
    .mutation(async ({ ctx, input }) => {
      await cancelCampaign(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return progressOf(ctx.deps, input.id)
    }),

  retryFailed: stepUpAdminProcedure
    .input(campaignsSchemas.campaignIdInput)
    .output(campaignsSchemas.retryOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      const { adminId } = ctx.admin
      const affected = await retryRecipients(ctx.deps, { id, adminId, only: { state: 'failed' } })
      return { campaignId: id, affected }
    }),

  resendUnknown: stepUpAdminProcedure
    .input(campaignsSchemas.resendUnknownInput)
    .output(campaignsSchemas.retryOutput)
    .mutation(async ({ ctx, input: { id, recipientIds } }) => {
      const { adminId } = ctx.admin
      const only = { state: 'unknown' as const, recipientIds }
      return { campaignId: id, affected: await retryRecipients(ctx.deps, { id, adminId, only }) }
    }),

  emailPreviews: adminProcedure.output(emailPreviewsOutput).query(({ ctx }) => listEmails(ctx.deps)),

  emailPreview: adminProcedure
    .input(emailPreviewInput)
    .output(emailPreviewOutput)
    .query(({ ctx, input }) => previewEmail(ctx.deps, input.name)),
})

async function progressOf(deps: Pick<Deps, 'db'>, id: string) {
  return presentProgress(await findCampaign(deps, id))
}
