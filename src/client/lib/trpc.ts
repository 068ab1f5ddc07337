import { httpBatchLink, splitLink } from '@trpc/client'
import { createTRPCReact } from '@trpc/react-query'
import superjson from 'superjson'
import type { AppRouter } from '#server/router.ts'
import { authToken, refererSession } from './stored.ts'

export const trpc = createTRPCReact<AppRouter>()

const TRPC_URL = '/trpc'
/** Longer addresses than this are cut off by some proxies. */
const LONGEST_URL = 2_000

/**
 * The browser's one line to the server. Calls of a batch share their headers, and a student and a referer can be
 * signed in side by side: each has a batch of its own. Admins are known by a cookie (requirements §6, §7).
 */
export function createTrpcClient() {
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ path }) => path.startsWith('referer.'),
        true: batch(refererHeaders),
        false: splitLink({
          condition: ({ path }) => path.startsWith('admin.'),
          true: batch(() => ({})),
          false: batch(studentHeaders),
        }),
      }),
    ],
  })
}

/** A batch is answered when the slowest of it is: what may be slow asks with `skipBatch` to go alone. */
function batch(headers: () => Record<string, string>) {
  const options = { url: TRPC_URL, transformer: superjson, maxURLLength: LONGEST_URL, headers }
  return splitLink({
    condition: ({ context: { skipBatch } }) => skipBatch === true,
    true: httpBatchLink<AppRouter>({ ...options, maxItems: 1 }),
    false: httpBatchLink<AppRouter>(options),
  })
}

function studentHeaders(): Record<string, string> {
  const token = authToken.read()
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** A header holds Latin letters only; everything else in the JSON is written as an escape. */
function refererHeaders(): Record<string, string> {
  const session = refererSession.read()
  if (session === null) return {}
  return { authorization: JSON.stringify(session).replace(/[^ -~]/g, escapeCharacter) }
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
