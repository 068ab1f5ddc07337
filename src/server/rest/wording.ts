import type { Wording } from './adapter.ts'

/** Sign-in, registration and verification say `success: false` and repeat the message as `error` (requirements §3). */
export const authWording: Wording = {
  refusal: ({ body }) => ({ success: false, error: body.message }),
}

/** Session checks that answer null instead of a refusal when nobody is signed in. */
export const createdWording: Wording = {
  answer: (reply, result) => reply.code(201).send(result),
}
