import type Stripe from 'stripe'

type ApiErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  advice_code?: string
  network_decline_code?: string
  charge?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  request_log_url?: string
}

/** An answer other than 200, in the words and fields of Stripe's error object. */
export class SandboxApiError extends Error {
  readonly status: number
  readonly body: ApiErrorBody

  constructor(status: number, body: ApiErrorBody) {
    super(body.message)
    this.name = 'SandboxApiError'
    this.status = status
    this.body = body.code
      ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
      : body
  }
}

export function invalidRequest(input: { message: string; code?: string; param?: string; status?: number }) {
  const { status = 400, ...body } = input
  return new SandboxApiError(status, { type: 'invalid_request_error', ...body })
}

export function resourceMissing(input: { what: string; id: string; param: string }) {
  return invalidRequest({
    status: 404,
    code: 'resource_missing',
    message: `No such ${input.what}: '${input.id}'`,
    param: input.param,
  })
}
