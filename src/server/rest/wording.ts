import { paymentSuccessOutput } from '#shared/schemas/checkout.ts'
import type { Wording } from './adapter.ts'

/** Sign-in, registration and verification say `success: false` and repeat the message as `error` (requirements §3). */
export const authWording: Wording = {
  refusal: ({ body }) => ({ success: false, error: body.message }),
}

/** A payment that was not made is refused with the truth about it; one on its way is not an error. */
export const paymentWording: Wording = {
  answer(reply, result) {
    const { success, status } = paymentSuccessOutput.parse(result)
    return reply.code(success || status === 'processing' ? 200 : 409).send(result)
  },
}
