import type { inferRouterOutputs } from '@trpc/server'
import superjson from 'superjson'
import { expect, onTestFinished, vi } from 'vitest'
import type { AppRouter } from '#server/router.ts'
import { SHOP_ERRORS, type ShopErrorCode } from '#shared/errors.ts'

type Outputs = inferRouterOutputs<AppRouter>

/** What a procedure answers: its output, a refusal by code, or nothing because the network is away. */
type Answer<T> = T | Refusal | typeof NETWORK_AWAY
type Refusal = { refuse: ShopErrorCode }

export const NETWORK_AWAY = Symbol('network away')

type Answers = {
  'auth.me'?: (call: Call) => Answer<Outputs['auth']['me']>
  'auth.logout'?: (call: Call) => Answer<Outputs['auth']['logout']>
  'progress.videos'?: (call: Call) => Answer<Outputs['progress']['videos']>
  'checkout.pricingHistory'?: (call: Call) => Answer<Outputs['checkout']['pricingHistory']>
  'cart.validate'?: (call: Call) => Answer<Outputs['cart']['validate']>
}

export type Call = { procedure: string; input: unknown; authorization: string | null }

/**
 * The far end of the browser's calls: speaks tRPC's batched HTTP with superjson, as the server does. A procedure
 * that a test has not declared fails the call and the test.
 */
export function fakeServer(answers: Answers) {
  const calls: Call[] = []
  const undeclared: string[] = []
  onTestFinished(() => expect(undeclared, 'calls the test did not declare').toEqual([]))

  function answer(call: Call): unknown {
    calls.push(call)
    const found = Object.entries(answers).find(([procedure]) => procedure === call.procedure)
    if (!found?.[1]) {
      undeclared.push(call.procedure)
      return NETWORK_AWAY
    }
    return found[1](call)
  }

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, location.origin)
    const inputs = JSON.parse(
      init.method === 'POST' ? String(init.body) : (url.searchParams.get('input') ?? '{}'),
    )
    const authorization = new Headers(init.headers).get('authorization')
    const procedures = url.pathname.replace('/trpc/', '').split(',')
    const results = procedures.map((procedure, index) =>
      answer({ procedure, authorization, input: inputs[index] && superjson.deserialize(inputs[index]) }),
    )
    if (results.includes(NETWORK_AWAY)) throw new TypeError('Failed to fetch')
    return Response.json(results.map(envelope))
  })

  return { calls, callsOf: (procedure: string) => calls.filter((call) => call.procedure === procedure) }
}

function envelope(result: unknown) {
  if (!isRefusal(result)) return { result: { data: superjson.serialize(result) } }
  const { status, message } = SHOP_ERRORS[result.refuse]
  return {
    error: superjson.serialize({ message, code: -32000, data: { code: result.refuse, httpStatus: status } }),
  }
}

function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'refuse' in result
}
