import { publicProcedure, router } from '#server/trpc.ts'
import { offerOutput, videosOutput } from '#shared/schemas/catalog.ts'
import { presentOffer, presentVideo } from './present.ts'
import { loadCatalog } from './queries.ts'

export const catalogRouter = router({
  list: publicProcedure
    .output(videosOutput)
    .query(async ({ ctx }) => (await loadCatalog(ctx.deps.db)).videos.map(presentVideo)),

  offer: publicProcedure
    .output(offerOutput)
    .query(async ({ ctx }) => presentOffer(await loadCatalog(ctx.deps.db), ctx.deps.config.vatRate)),
})
