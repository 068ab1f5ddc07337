import { z } from 'zod'
import type { RestRow, Wording } from './adapter.ts'
import { authWording } from './wording.ts'

const paper = z.object({ filename: z.string(), contentBase64: z.string() })

/** Sends the paper itself, to be kept as a file. */
const paperWording: Wording = {
  answer(reply, result) {
    const { filename, contentBase64 } = paper.parse(result)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(Buffer.from(contentBase64, 'base64'))
  },
}

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
    wording: paperWording,
  },
]
