import type { RestRow } from './adapter.ts'
import { authWording, fileWording } from './wording.ts'

/** The referer's calls, in the order of requirements §7. */
export const refererRows: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/referer-applications',
    procedure: 'referer.submitApplication',
    call: (api, { body }) => api.referer.submitApplication(body),
  },
  {
    method: 'POST',
    path: '/api/clubs/login',
    procedure: 'referer.login',
    call: (api, { body }) => api.referer.login(body),
    wording: authWording,
  },
  {
    method: 'GET',
    path: '/api/clubs/referrals/:refererId',
    procedure: 'referer.referrals',
    call: (api, { body }) => api.referer.referrals(body),
  },
  {
    method: 'GET',
    path: '/api/clubs/payouts/:refererId',
    procedure: 'referer.payouts',
    call: (api, { body }) => api.referer.payouts(body),
  },
  {
    method: 'GET',
    path: '/api/clubs/invoice/:payoutId',
    procedure: 'referer.invoice',
    call: (api, { body }) => api.referer.invoice(body),
    wording: fileWording,
  },
]
