import { adminProcedure, router } from '#server/trpc.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import {
  catalogOutput,
  publishUploadInput,
  updateTermsInput,
  updateVideoInput,
  uploadInput,
  uploadsOutput,
} from '#shared/schemas/catalog-editing.ts'
import { listUploads, loadForEditing } from './editing-queries.ts'
import { presentEdited, presentFiles, presentTerms, presentUpload } from './present.ts'
import { updateTerms, updateVideo } from './update-catalog.ts'
import { checkUpload } from './uploads/check-upload.ts'
import { deleteUpload } from './uploads/delete-uploads.ts'
import { publishUpload } from './uploads/publish-upload.ts'

const done = { success: true } as const

export const catalogRouter = router({
  read: adminProcedure.output(catalogOutput).query(async ({ ctx }) => {
    const { videos, terms, promo } = await loadForEditing(ctx.deps)
    return {
      videos: videos.map(presentEdited),
      terms: presentTerms(terms),
      promo: presentFiles(promo),
      largestVideoBytes: ctx.deps.mediaWriter.largestBytes,
    }
  }),

  updateVideo: adminProcedure
    .input(updateVideoInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await updateVideo(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return done
    }),

  updateTerms: adminProcedure
    .input(updateTermsInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await updateTerms(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return done
    }),

  /** Unpublished uploads; the bytes arrive at /api/admin/uploads. */
  uploads: adminProcedure
    .output(uploadsOutput)
    .query(async ({ ctx }) =>
      (
        await Promise.all((await listUploads(ctx.deps)).map((upload) => presentUpload(ctx.deps, upload)))
      ).flat(),
    ),

  checkUpload: adminProcedure
    .input(uploadInput)
    .output(uploadsOutput)
    .mutation(async ({ ctx, input }) => presentUpload(ctx.deps, await checkUpload(ctx.deps, input))),

  publishUpload: adminProcedure
    .input(publishUploadInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await publishUpload(ctx.deps, { ...input, adminId: ctx.admin.adminId })
      return done
    }),

  discardUpload: adminProcedure
    .input(uploadInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteUpload(ctx.deps, input)
      return done
    }),
})
