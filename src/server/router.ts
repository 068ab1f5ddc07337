import { authRouter } from './features/accounts/router.ts'
import { adminRouter } from './features/admin-auth/router.ts'
import { catalogRouter } from './features/catalog/router.ts'
import { cartRouter, checkoutRouter } from './features/checkout/router.ts'
import { contactRouter } from './features/contact/router.ts'
import { progressRouter } from './features/playback/router.ts'
import { personalDataRouter } from './features/privacy/router.ts'
import { questionsRouter } from './features/questions/router.ts'
import { refererRouter } from './features/referers/router.ts'
import { refundRequestsRouter } from './features/refund-requests/router.ts'
import { createCallerFactory, mergeRouters, router } from './trpc.ts'

/** The whole API of the shop, in seven nouns. REST paths call the same procedures. */
export const appRouter = router({
  auth: mergeRouters(authRouter, contactRouter, personalDataRouter),
  catalog: catalogRouter,
  cart: cartRouter,
  checkout: mergeRouters(checkoutRouter, refundRequestsRouter),
  progress: mergeRouters(progressRouter, questionsRouter),
  referer: refererRouter,
  admin: adminRouter,
})

export type AppRouter = typeof appRouter

export const createCaller = createCallerFactory(appRouter)
export type AppCaller = ReturnType<typeof createCaller>
