import type { RestRow } from './adapter.ts'
import { fileWording } from './wording.ts'

/** Documents of a student, beside the calls of requirements §7. */
export const documentRows: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/users/:userId/documents/:documentId',
    procedure: 'checkout.document',
    call: (api, { body }) => api.checkout.document(body),
    wording: fileWording,
  },
]
