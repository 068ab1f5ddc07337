import { router } from '#server/trpc.ts'

export const adminRouter = router({})
