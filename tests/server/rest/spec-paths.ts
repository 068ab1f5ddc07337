/** Requirements §7 as data: every call, literally. A parameter's name is ours to choose; its place is not. */
export const SPEC_PATHS: readonly string[] = [
  'GET /api/auth/me',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/auth/logout',
  'GET /api/auth/verify-email',
  'POST /api/auth/resend-verification',
  'POST /api/auth/request-password-reset',
  'POST /api/auth/verify-reset-token',
  'POST /api/auth/reset-password',
  'GET /api/videos',
  'GET /api/users/:userId/videos/:videoId/access',
  'GET /api/users/:userId/progress',
  'POST /api/users/:userId/progress',
  'GET /api/users/:userId/dashboard',
  'GET /api/users/:userId/purchases',
  'GET /api/users/:userId/videos',
  'POST /api/referral/validate',
  'POST /api/create-payment-intent',
  'POST /api/payment/success',

  'POST /api/referer-applications',
  'POST /api/clubs/login',
  'GET /api/clubs/referrals/:refererId',
  'GET /api/clubs/payouts/:refererId',
  'GET /api/clubs/invoice/:payoutId',

  'POST /api/admin/login',
  'POST /api/admin/verify-code',
  'POST /api/admin/resend-code',
  'GET /api/admin/session',
  'POST /api/admin/logout',
  'POST /api/admin/step-up/request',
  'POST /api/admin/step-up/confirm',
  'PUT /api/admin/clubs/:id',
  'POST /api/admin/referers',
  'GET /api/admin/referers-summary',
  'GET /api/admin/clubs-summary',
  'GET /api/admin/unprocessed-quarters',
  'GET /api/admin/referer-applications',
  'PUT /api/admin/referer-applications/:id',
  'GET /api/admin/referers/:id/payouts',
  'GET /api/admin/referers/:id/commissions',
  'PATCH /api/admin/payout-status/:id',
  'GET /api/admin/quarterly-details/:clubId/:quarterYear',
  'GET /api/admin/revenue-analytics',
  'GET /api/admin/quarterly-report/:quarterYear',
  'POST /api/admin/mark-paid/:id',
  'POST /api/admin/generate-quarterly-payouts',
  'GET /api/admin/bulk-email/count/students',
  'GET /api/admin/bulk-email/count/referers',
  'GET /api/admin/bulk-email/count/all',
  'GET /api/admin/bulk-email/templates',
  'POST /api/admin/bulk-email/template',
  'POST /api/admin/bulk-email',
]

/** Calls whose feature does not exist. Each leaves this list with the change that brings its route. */
export const NOT_YET: readonly string[] = []

/** `GET /api/users/:userId/x` and `GET /api/users/:id/x` are the same path. */
export function shapeOf(route: string): string {
  return route.replace(/:\w+/g, ':x')
}

/**
 * What is wrong between the requirement, the routes of the server and the list of calls to come, one sentence
 * each; nothing when they agree.
 */
export function compareWithSpec(routes: readonly string[], notYet: readonly string[]): string[] {
  const registered = new Set(routes.map(shapeOf))
  const later = new Set(notYet.map(shapeOf))
  const spec = new Set(SPEC_PATHS.map(shapeOf))
  return [
    ...SPEC_PATHS.filter((path) => !registered.has(shapeOf(path)) && !later.has(shapeOf(path))).map(
      (path) =>
        `${path} is in the requirement (§7) and not registered: add a row to src/server/rest/routes.ts.`,
    ),
    ...notYet
      .filter((path) => registered.has(shapeOf(path)))
      .map((path) => `${path} is registered: take it off NOT_YET in tests/server/rest/spec-paths.ts.`),
    ...notYet
      .filter((path) => !spec.has(shapeOf(path)))
      .map((path) => `${path} is on NOT_YET but not in the requirement: a slip of the pen?`),
  ]
}
