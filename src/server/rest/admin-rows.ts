import { SHOP_ERRORS } from '#shared/errors.ts'
import { bulkBodyBytes } from '#shared/limits.ts'
import { adminSessionOutput } from '#shared/schemas/admin.ts'
import type { RestRow, Wording } from './adapter.ts'
import { authWording } from './wording.ts'

/** Without a session this is 401, which a client may read as null; the fields say the same (requirements §7). */
const sessionWording: Wording = {
  answer(reply, result) {
    const session = adminSessionOutput.parse(result)
    if (session.valid) return session
    const { message } = SHOP_ERRORS.NOT_SIGNED_IN
    return reply.code(401).send({ ...session, message, code: 'SIGNED_OUT' })
  },
}

/** The back office's calls, in the order of requirements §7. */
export const adminRows: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/admin/login',
    procedure: 'admin.login',
    call: (api, { body }) => api.admin.login(body),
    wording: authWording,
  },
  {
    method: 'POST',
    path: '/api/admin/verify-code',
    procedure: 'admin.verifyCode',
    call: (api, { body }) => api.admin.verifyCode(body),
    wording: authWording,
  },
  {
    method: 'POST',
    path: '/api/admin/resend-code',
    procedure: 'admin.resendCode',
    call: (api, { body }) => api.admin.resendCode(body),
  },
  {
    method: 'GET',
    path: '/api/admin/session',
    procedure: 'admin.session',
    call: (api) => api.admin.session(),
    wording: sessionWording,
  },
  { method: 'POST', path: '/api/admin/logout', procedure: 'admin.logout', call: (api) => api.admin.logout() },
  {
    method: 'POST',
    path: '/api/admin/step-up/request',
    procedure: 'admin.stepUpRequest',
    call: (api) => api.admin.stepUpRequest(),
  },
  {
    method: 'POST',
    path: '/api/admin/step-up/confirm',
    procedure: 'admin.stepUpConfirm',
    call: (api, { body }) => api.admin.stepUpConfirm(body),
  },
  {
    method: 'PUT',
    path: '/api/admin/clubs/:id',
    procedure: 'admin.updateReferer',
    call: (api, { body }) => api.admin.updateReferer(body),
  },
  {
    method: 'POST',
    path: '/api/admin/referers',
    procedure: 'admin.createReferer',
    call: (api, { body }) => api.admin.createReferer(body),
  },
  {
    method: 'GET',
    path: '/api/admin/referers-summary',
    procedure: 'admin.referersSummary',
    call: (api) => api.admin.referersSummary(),
  },
  {
    method: 'GET',
    path: '/api/admin/clubs-summary',
    procedure: 'admin.clubsSummary',
    call: (api) => api.admin.clubsSummary(),
  },
  {
    method: 'GET',
    path: '/api/admin/unprocessed-quarters',
    procedure: 'admin.unprocessedQuarters',
    call: (api) => api.admin.unprocessedQuarters(),
  },
  {
    method: 'GET',
    path: '/api/admin/referer-applications',
    procedure: 'admin.refererApplications',
    call: (api) => api.admin.refererApplications(),
  },
  {
    method: 'PUT',
    path: '/api/admin/referer-applications/:id',
    procedure: 'admin.decideApplication',
    call: (api, { body }) => api.admin.decideApplication(body),
  },
  {
    method: 'GET',
    path: '/api/admin/referers/:id/payouts',
    procedure: 'admin.refererPayouts',
    call: (api, { body }) => api.admin.refererPayouts(body),
  },
  {
    method: 'GET',
    path: '/api/admin/referers/:id/commissions',
    procedure: 'admin.refererCommissions',
    call: (api, { body }) => api.admin.refererCommissions(body),
  },
  {
    method: 'GET',
    path: '/api/admin/quarterly-details/:clubId/:quarterYear',
    procedure: 'admin.reports.quarterlyDetails',
    call: (api, { body }) => api.admin.reports.quarterlyDetails(body),
  },
  {
    method: 'GET',
    path: '/api/admin/revenue-analytics',
    procedure: 'admin.reports.revenueAnalytics',
    call: (api) => api.admin.reports.revenueAnalytics(),
  },
  {
    method: 'GET',
    path: '/api/admin/quarterly-report/:quarterYear',
    procedure: 'admin.reports.quarterlyReport',
    call: (api, { body }) => api.admin.reports.quarterlyReport(body),
    sendsFile: 'text/csv',
  },
  {
    method: 'GET',
    path: '/api/admin/bulk-email/templates',
    procedure: 'admin.campaigns.templates',
    call: (api) => api.admin.campaigns.templates(),
  },
  {
    method: 'POST',
    path: '/api/admin/bulk-email/template',
    procedure: 'admin.campaigns.generateTemplate',
    call: (api, { body }) => api.admin.campaigns.generateTemplate(body),
  },
  {
    method: 'POST',
    path: '/api/admin/bulk-email',
    procedure: 'admin.campaigns.send',
    call: (api, { body }) => api.admin.campaigns.send(body),
    bodyLimit: bulkBodyBytes,
  },
  ...(['students', 'referers', 'all'] as const).map(
    (recipients): RestRow => ({
      method: 'GET',
      path: `/api/admin/bulk-email/count/${recipients}`,
      procedure: 'admin.campaigns.countRecipients',
      call: (api) => api.admin.campaigns.countRecipients({ recipients }),
    }),
  ),
  {
    method: 'PATCH',
    path: '/api/admin/payout-status/:id',
    procedure: 'admin.setPayoutStatus',
    call: (api, { body }) => api.admin.setPayoutStatus(body),
  },
  {
    method: 'POST',
    path: '/api/admin/mark-paid/:id',
    procedure: 'admin.markPaid',
    call: (api, { body }) => api.admin.markPaid(body),
  },
  {
    method: 'POST',
    path: '/api/admin/generate-quarterly-payouts',
    procedure: 'admin.generatePayouts',
    call: (api, { body }) => api.admin.generatePayouts(body),
  },
]
