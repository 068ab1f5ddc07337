import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import type { AppRouter } from '#server/router.ts'
import { authToken } from '../../lib/stored.ts'
import type { FilmSave } from './save-queue.ts'

/** A line of its own for saves: each goes at once, and still arrives when the page is closed behind it. */
export function createProgressSender(): (save: FilmSave) => Promise<unknown> {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: '/trpc',
        transformer: superjson,
        headers: () => ({ authorization: `Bearer ${authToken.read() ?? ''}` }),
        fetch: (url, { signal, body, ...init } = {}) =>
          fetch(url, { ...init, body: body ?? null, signal: signal ?? null, keepalive: true }),
      }),
    ],
  })
  return (save) => client.progress.save.mutate(save)
}
