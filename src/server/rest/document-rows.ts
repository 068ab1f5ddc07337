import { documentOutput } from '#shared/schemas/orders.ts'
import type { RestRow, Wording } from './adapter.ts'

/** Sends the paper itself, to be kept as a file. */
const fileWording: Wording = {
  answer(reply, result) {
    const { filename, contentBase64 } = documentOutput.parse(result)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(Buffer.from(contentBase64, 'base64'))
  },
}

/** Papers of a student, beside the calls of requirements §7. */
export const documentRows: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/users/:userId/documents/:documentId',
    procedure: 'checkout.document',
    call: (api, { body }) => api.checkout.document(body),
    wording: fileWording,
  },
]
