/** Every address inside the shop, so that a link cannot be mistyped (requirements §2.1). */
export const paths = {
  home: '/',
  videos: '/#videos',
  pricing: '/#pricing',
  video: (slug: string) => `/videos/${slug}`,

  login: (redirect?: 'checkout') => withQuery('/login', { redirect }),
  register: (redirect?: 'checkout') => withQuery('/register', { redirect }),
  verifyEmail: '/verify-email',
  verifyEmailPending: '/verify-email-pending',
  forgotPassword: (type?: 'referer') => withQuery('/forgot-password', { type }),
  resetPassword: '/reset-password',

  checkout: '/checkout',
  checkoutSuccess: '/checkout-success',
  /** How the payment of an order goes. */
  payment: (orderId: string) => withQuery('/checkout-success', { order: orderId }),
  dashboard: (userId?: string) => (userId ? `/dashboard/${encodeURIComponent(userId)}` : '/dashboard'),

  /** What to watch on which day. */
  plan: '/plan',
  notes: '/notes',
  account: '/account',
  /** An order of one's own, and what to do where something is wrong with it. */
  order: (orderId: string) => withQuery('/account/order', { order: orderId }),
  /** The same, of the order that opened a video. */
  orderOf: (videoId: number) => withQuery('/account/order', { film: String(videoId) }),
  confirmEmail: '/confirm-email',

  clubPortal: '/club-portal',
  refererPortal: '/referer-portal',
  refererRegister: '/referer-register',
  refererResetPassword: (token?: string) =>
    token ? `/referer-reset-password/${encodeURIComponent(token)}` : '/referer-reset-password',

  admin: '/admin',
  adminOrders: '/admin/orders',
  adminOrder: (orderId: string) => `/admin/orders/${encodeURIComponent(orderId)}`,
  adminStudent: (studentId: string) => `/admin/orders/students/${encodeURIComponent(studentId)}`,
  adminAttention: '/admin/attention',
  adminPayouts: '/admin/payouts',
  adminClubs: '/admin/clubs',
  adminQuestions: '/admin/questions',
  adminReports: '/admin/reports',
  adminPayoutRun: (quarterYear: string) => `/admin/reports/payout-runs/${encodeURIComponent(quarterYear)}`,
  adminStatement: (clubId: string, quarterYear: string) =>
    `/admin/reports/statements/${encodeURIComponent(clubId)}/${encodeURIComponent(quarterYear)}`,
  adminVatPeriod: (label: string) => `/admin/reports/vat/${encodeURIComponent(label)}`,
  adminStripePayout: (payoutId: string) => `/admin/reports/stripe-payouts/${encodeURIComponent(payoutId)}`,
  adminBookkeeping: '/admin/bookkeeping',
  adminCatalog: '/admin/catalogue',
  adminOperations: '/admin/operations',
  adminSecurity: '/admin/security',
  adminLogin: '/admin-login',
  bulkEmail: '/bulk-email',
  emailPreview: '/email-preview',

  support: '/support',
  /** Where the footer's Refund Policy leads: the answer in the help centre, which leads on. */
  refunds: '/support#refunds',
  contact: '/contact',
  /** Why a video does not play. */
  check: '/check',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  licenceAgreement: '/licence-agreement',
  refundPolicy: '/refund-policy',
  commissionTerms: '/commission-terms',
} as const

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const set = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

/** Where `?redirect=` leads after signing in: only "checkout" is followed, anything else goes home. */
export function afterSignIn(search: URLSearchParams): string {
  return redirectOf(search) === 'checkout' ? paths.checkout : paths.home
}

/** What sign-in and registration hand on to each other. */
export function redirectOf(search: URLSearchParams): 'checkout' | undefined {
  return search.get('redirect') === 'checkout' ? 'checkout' : undefined
}
