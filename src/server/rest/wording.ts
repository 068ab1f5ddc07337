import { paymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { documentOutput } from '#shared/schemas/orders.ts'
import type { Wording } from './adapter.ts'

/** Sign-in, registration and verification say `success: false` and repeat the message as `error` (requirements §3). */
export const authWording: Wording = {
  refusal: ({ body }) => ({ success: false, error: body.message }),
}

/** A payment that was not made is refused with the truth about it; one on its way is not an error. */
export const paymentWording: Wording = {
  answer(reply, result) {
    const outcome = paymentSuccessOutput.parse(result)
    if (outcome.success || outcome.status === 'processing') return reply.send(outcome)
    return reply.code(409).send({ ...outcome, code: 'PAYMENT_NOT_MADE' })
  },
}

/** Sends the document itself, to be kept as a file. */
export const fileWording: Wording = {
  answer(reply, result) {
    const { filename, contentBase64 } = documentOutput.parse(result)
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${filename}"`)
      .send(Buffer.from(contentBase64, 'base64'))
  },
}
