import type { RestRow } from './adapter.ts'
import { adminRows } from './admin-rows.ts'
import { documentRows } from './document-rows.ts'
import { refererRows } from './referer-rows.ts'
import { authWording, paymentWording } from './wording.ts'

/** The student's and storefront's calls, in the order of requirements §7. */
const storefrontRows: readonly RestRow[] = [
  { method: 'GET', path: '/api/auth/me', procedure: 'auth.me', call: (api) => api.auth.me() },
  {
    method: 'POST',
    path: '/api/auth/login',
    procedure: 'auth.login',
    call: (api, { body }) => api.auth.login(body),
    wording: authWording,
  },
  {
    method: 'POST',
    path: '/api/auth/register',
    procedure: 'auth.register',
    call: (api, { body }) => api.auth.register(body),
    wording: authWording,
  },
  { method: 'POST', path: '/api/auth/logout', procedure: 'auth.logout', call: (api) => api.auth.logout() },
  {
    method: 'GET',
    path: '/api/auth/verify-email',
    procedure: 'auth.verifyEmail',
    changesState: true,
    call: (api, { query }) => api.auth.verifyEmail({ token: query.token ?? '' }),
    wording: authWording,
  },
  {
    method: 'POST',
    path: '/api/auth/resend-verification',
    procedure: 'auth.resendVerification',
    call: (api, { body }) => api.auth.resendVerification(body),
  },
  {
    method: 'POST',
    path: '/api/auth/request-password-reset',
    procedure: 'auth.requestPasswordReset',
    call: (api, { body }) => api.auth.requestPasswordReset(body),
  },
  {
    method: 'POST',
    path: '/api/auth/verify-reset-token',
    procedure: 'auth.verifyResetToken',
    call: (api, { body }) => api.auth.verifyResetToken(body),
  },
  {
    method: 'POST',
    path: '/api/auth/reset-password',
    procedure: 'auth.resetPassword',
    call: (api, { body }) => api.auth.resetPassword(body),
  },
  {
    method: 'GET',
    path: '/api/videos',
    procedure: 'catalog.list',
    isKept: true,
    call: (api) => api.catalog.list(),
  },
  {
    method: 'GET',
    path: '/api/users/:userId/videos/:videoId/access',
    procedure: 'progress.open',
    call: (api, { body }) => api.progress.open(body),
    changesState: true,
  },
  {
    method: 'GET',
    path: '/api/users/:userId/progress',
    procedure: 'progress.list',
    call: (api, { body }) => api.progress.list(body),
  },
  {
    method: 'POST',
    path: '/api/users/:userId/progress',
    procedure: 'progress.save',
    call: (api, { body }) => api.progress.save(body),
  },
  {
    method: 'GET',
    path: '/api/users/:userId/dashboard',
    procedure: 'progress.dashboard',
    call: (api, { body }) => api.progress.dashboard(body),
  },
  {
    method: 'GET',
    path: '/api/users/:userId/purchases',
    procedure: 'progress.purchases',
    call: (api, { body }) => api.progress.purchases(body),
  },
  {
    method: 'GET',
    path: '/api/users/:userId/videos',
    procedure: 'progress.videos',
    call: (api, { body }) => api.progress.videos(body),
  },
  {
    method: 'POST',
    path: '/api/referral/validate',
    procedure: 'cart.validate',
    call: (api, { body }) => api.cart.validate(body),
  },
  {
    method: 'POST',
    path: '/api/create-payment-intent',
    procedure: 'checkout.createPaymentIntent',
    call: (api, { body }) => api.checkout.createPaymentIntent(body),
  },
  {
    method: 'POST',
    path: '/api/payment/success',
    procedure: 'checkout.confirmPayment',
    call: (api, { body }) => api.checkout.confirmPayment(body),
    wording: paymentWording,
  },
]

/** Every literal path of the requirement. */
export const REST_ROWS: readonly RestRow[] = [
  ...storefrontRows,
  ...refererRows,
  ...adminRows,
  ...documentRows,
]
