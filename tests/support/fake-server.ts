import type { AnyProcedure, inferProcedureInput, inferProcedureOutput } from '@trpc/server'
import superjson from 'superjson'
import { expect, onTestFinished, vi } from 'vitest'
import type { AppRouter } from '#server/router.ts'
import { SHOP_ERRORS, type ShopErrorCode } from '#shared/errors.ts'

type AnswersTo<Procedures> = {
  [Name in keyof Procedures]?: Procedures[Name] extends AnyProcedure
    ? (
        input: inferProcedureInput<Procedures[Name]>,
      ) => inferProcedureOutput<Procedures[Name]> | Promise<inferProcedureOutput<Procedures[Name]>>
    : AnswersTo<Procedures[Name]>
}

/** Answers for the calls a test declares, typed as the real procedures are. */
export type Answers = AnswersTo<AppRouter['_def']['record']>

/** Any of them. */
type Answerer = (input: unknown) => unknown

/** What the cart of a signed-in student asks on every page; a test may answer otherwise. */
const FRAME: Answers = {
  catalog: { chapters: () => ({}) },
  cart: { kept: () => ({ videoIds: [] }) },
  progress: { videos: () => [] },
  checkout: { pricingHistory: () => ({ collectionDiscountUsed: false }), pending: () => null },
}

/** The answer at a path such as `admin.reports.quarterlyDetails`. */
function find(answers: Answers, path: string): Answerer | undefined {
  let found: unknown = answers
  for (const name of path.split('.')) found = Reflect.get(Object(found), name)
  return typeof found === 'function' ? (input) => Reflect.apply(found, undefined, [input]) : undefined
}

/** What the server says when it refuses; thrown by an answer. */
export class Refusal extends Error {
  readonly status: number
  readonly data: Record<string, string>

  constructor(status: number, message: string, data: Record<string, string>) {
    super(message)
    this.status = status
    this.data = data
  }
}

/** A refusal with its own sentence. */
export function refuse(code: ShopErrorCode, data: Record<string, string> = {}, message?: string): never {
  const { status, message: sentence } = SHOP_ERRORS[code]
  throw new Refusal(status, message ?? sentence, { code, ...data })
}

/** An error of the server: a status, and no sentence of its own. */
export function breakDown(status = 500): never {
  throw new Refusal(status, 'Something went wrong on our side. Please try again.', { code: 'FAULT' })
}

/** No answer at all. */
export function loseNetwork(): never {
  throw new TypeError('Failed to fetch')
}

type Call = { path: string; input: unknown; authorization: string | null }

/**
 * Stands in for the server at the level of fetch: the real client, links and transformer speak to it. A call that the
 * test has not declared fails the test.
 */
export function fakeServer(
  answers: Answers,
  elsewhere?: (url: URL, init?: RequestInit) => Promise<Response>,
) {
  const calls: Call[] = []
  const undeclared: string[] = []

  async function answer(path: string, input: unknown) {
    const given = find(answers, path) ?? find(FRAME, path)
    if (given === undefined) {
      undeclared.push(path)
      return wireError(path, new Refusal(404, 'Undeclared', {}))
    }
    try {
      return { result: { data: superjson.serialize(await given(input)) } }
    } catch (error) {
      if (error instanceof Refusal) return wireError(path, error)
      throw error
    }
  }

  async function handle(target: string | URL | Request, init?: RequestInit) {
    const url = new URL(target instanceof Request ? target.url : target, 'http://localhost')
    if (!url.pathname.startsWith('/trpc/')) {
      if (elsewhere) return elsewhere(url, init)
      undeclared.push(url.href)
      throw new TypeError('Failed to fetch')
    }
    const paths = decodeURIComponent(url.pathname.slice('/trpc/'.length)).split(',')
    const inputs = JSON.parse(String(init?.body ?? url.searchParams.get('input') ?? '{}'))
    const authorization = new Headers(init?.headers).get('authorization')
    const results = await Promise.all(
      paths.map((path, index) => {
        const input = inputs[index] === undefined ? undefined : superjson.deserialize(inputs[index])
        calls.push({ path, input, authorization })
        return answer(path, input)
      }),
    )
    return new Response(JSON.stringify(results), { headers: { 'content-type': 'application/json' } })
  }

  vi.stubGlobal('fetch', handle)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    expect(undeclared, 'calls that the test has not declared').toEqual([])
  })
  return {
    calls,
    /** The inputs of one procedure's calls, in their order. */
    inputsOf: (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input),
  }
}

function wireError(path: string, { message, status, data }: Refusal) {
  return {
    error: superjson.serialize({ message, code: -32_000, data: { ...data, httpStatus: status, path } }),
  }
}
