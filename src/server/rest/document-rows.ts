import type { RestRow } from './adapter.ts'
import { fileWording } from './wording.ts'

/** Files of students and of the back office, beside the calls of requirements §7. */
export const documentRows: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/users/:userId/documents/:documentId',
    procedure: 'checkout.document',
    call: (api, { body }) => api.checkout.document(body),
    wording: fileWording,
  },
  {
    method: 'GET',
    path: '/api/admin/stripe-payouts/:payoutId',
    procedure: 'admin.stripePayouts.file',
    call: (api, { body }) => api.admin.stripePayouts.file(body),
    sendsFile: 'text/csv',
  },
  {
    method: 'GET',
    path: '/api/admin/audit-log/:from/:to',
    procedure: 'admin.operations.auditFile',
    call: (api, { body }) => api.admin.operations.auditFile(body),
    sendsFile: 'text/csv',
  },
]
