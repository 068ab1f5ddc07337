import type { PaymentIntent, StripeError } from '@stripe/stripe-js'

export type Fields = { [name: string]: string | Fields | undefined }

export type Answer<T> = { value: T; error?: undefined } | { value?: undefined; error: StripeError }

export type SandboxApi = ReturnType<typeof buildSandboxApi>

const NO_CONNECTION: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
}

function flatten(fields: Fields, prefix = ''): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    const key = prefix === '' ? name : `${prefix}[${name}]`
    if (value === undefined) return []
    return typeof value === 'string' ? [[key, value]] : flatten(value, key)
  })
}

function encode(fields: Fields): string {
  return new URLSearchParams(flatten(fields)).toString()
}

/** The id that a client secret begins with. */
function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** Calls the sandbox as Stripe.js calls Stripe: publishable key and client secret, form encoded. */
export function buildSandboxApi({ apiBase, publishableKey }: { apiBase: string; publishableKey: string }) {
  async function call<T>(path: string, init?: RequestInit): Promise<Answer<T>> {
    try {
      const response = await fetch(`${apiBase}/v1${path}`, init)
      const body: T & { error?: StripeError } = await response.json()
      if (response.ok) return { value: body }
      return { error: body.error ?? NO_CONNECTION }
    } catch {
      return { error: NO_CONNECTION }
    }
  }

  function post<T>(path: string, fields: Fields) {
    return call<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encode({ key: publishableKey, ...fields }),
    })
  }

  function intentPath(clientSecret: string, action = '') {
    return `/payment_intents/${encodeURIComponent(intentIdOf(clientSecret))}${action}`
  }

  return {
    retrieve: (clientSecret: string) => {
      const query = encode({ key: publishableKey, client_secret: clientSecret })
      return call<PaymentIntent>(`${intentPath(clientSecret)}?${query}`)
    },
    confirm: (clientSecret: string, fields: Fields) =>
      post<PaymentIntent>(intentPath(clientSecret, '/confirm'), {
        client_secret: clientSecret,
        use_stripe_sdk: 'true',
        ...fields,
      }),
    authenticate: (clientSecret: string, outcome: 'succeeded' | 'failed') =>
      post<PaymentIntent>(intentPath(clientSecret, '/authenticate'), {
        client_secret: clientSecret,
        outcome,
      }),
    createPaymentMethod: (fields: Fields) => post<{ id: string }>('/payment_methods', fields),
  }
}
