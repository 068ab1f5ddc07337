import { publicProcedure, router } from '#server/trpc.ts'
import { chaptersOutput, pageCatalogOutput, videosOutput } from '#shared/schemas/catalog.ts'
import { getChapters, getPageCatalog } from './page-catalog.ts'
import { presentVideo } from './present.ts'
import { loadCatalog } from './queries.ts'

export const catalogRouter = router({
  list: publicProcedure
    .output(videosOutput)
    .query(async ({ ctx }) => (await loadCatalog(ctx.deps.db)).videos.map(presentVideo)),
  page: publicProcedure.output(pageCatalogOutput).query(({ ctx }) => getPageCatalog(ctx.deps.db)),
  /** Apart from the pages: each carries those of its own video alone. */
  chapters: publicProcedure.output(chaptersOutput).query(({ ctx }) => getChapters(ctx.deps)),
})
