import { z } from 'zod'
import type { Access } from '#server/trpc.ts'
import { type Answer, CALLERS, type Caller } from '#tests/support/app.ts'

/** Who may call each kind of procedure (requirements §6). All others are refused. */
const ADMITTED: Record<Access, readonly Caller[]> = {
  anyone: CALLERS,
  student: ['student', 'otherStudent'],
  ownStudent: ['student'],
  referer: ['referer'],
  admin: ['admin'],
}

export type Verdict = 'admitted' | 'not signed in' | 'not theirs'

/** The answer a caller must get. `ownStudent` procedures are called for the first student's data. */
export function verdictFor(access: Access, caller: Caller): Verdict {
  if (ADMITTED[access].includes(caller)) return 'admitted'
  return access === 'ownStudent' && caller === 'otherStudent' ? 'not theirs' : 'not signed in'
}

/** Where the requirement shapes the answer itself, there may be no code. */
const overRest = z.object({ code: z.string().default(''), message: z.string().min(1) })
const overTrpc = z.object({
  error: z.object({ json: z.object({ message: z.string().min(1), data: z.object({ code: z.string() }) }) }),
})

/** The actual answer, from status and code together: a 401 without our code is no refusal of ours. */
export function verdictOf(answer: Answer): Verdict | 'fault' {
  if (answer.statusCode >= 500) return 'fault'
  if (answer.statusCode < 400) return 'admitted'
  const code = codeOf(answer.json())
  if (code === 'NOT_SIGNED_IN') return answer.statusCode === 401 ? 'not signed in' : 'fault'
  if (code === 'OWN_DASHBOARD_ONLY' || code === 'FORBIDDEN') {
    return answer.statusCode === 403 ? 'not theirs' : 'fault'
  }
  return 'admitted'
}

function codeOf(body: unknown): string {
  const trpc = overTrpc.safeParse(body)
  return trpc.success ? trpc.data.error.json.data.code : overRest.parse(body).code
}

const procedure = z.object({
  _def: z.object({
    type: z.enum(['query', 'mutation']),
    inputs: z.array(z.unknown()),
    meta: z.object({ access: z.enum(['anyone', 'student', 'ownStudent', 'referer', 'admin']) }).optional(),
  }),
})

export type Endpoint = { path: string; type: 'query' | 'mutation'; access: Access; takesInput: boolean }

/** Every procedure of a router with who may call it, and the paths of those that do not say. */
export function findEndpoints(procedures: Readonly<Record<string, unknown>>): {
  endpoints: Endpoint[]
  silent: string[]
} {
  const endpoints: Endpoint[] = []
  const silent: string[] = []
  for (const [path, value] of Object.entries(procedures)) {
    // A procedure is a function that carries its definition.
    const { type, meta, inputs } = procedure.parse({ _def: Reflect.get(Object(value), '_def') })._def
    if (meta) endpoints.push({ path, type, access: meta.access, takesInput: inputs.length > 0 })
    else silent.push(path)
  }
  return { endpoints, silent }
}

/** Routes that are neither in the REST table nor in the list of the others: their access is undecided. */
export function findUnlisted(routes: readonly string[], listed: readonly string[]): string[] {
  const known = new Set(listed)
  return (
    routes
      // Fastify answers HEAD wherever there is a GET, by running the GET.
      .map((route) => route.replace(/^HEAD /, 'GET '))
      .filter((route, index, all) => !known.has(route) && all.indexOf(route) === index)
  )
}
