import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import { authToken } from '#client/lib/stored.ts'
import type { AppRouter } from '#server/router.ts'
import { browserTime } from './browser-time.ts'
import type { VideoSave } from './save-queue.ts'

const LONGEST_WAIT_SECONDS = 31_536_000

export type ProgressSender = {
  save(save: VideoSave): Promise<unknown>
  /** The player was closed: it is no stream any longer. */
  leave(player: { userId: string; playSession: string }): Promise<unknown>
}

/** A line of its own for saves: each goes at once, and still arrives when the page is closed behind it. */
export function createProgressSender(): ProgressSender {
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
  return {
    save({ madeAt, ...save }) {
      const waitedSeconds = Math.round((browserTime() - madeAt) / 1_000)
      return client.progress.save.mutate({
        ...save,
        waitedSeconds: Math.max(0, Math.min(LONGEST_WAIT_SECONDS, waitedSeconds)),
      })
    },
    leave: (player) => client.progress.leave.mutate(player),
  }
}
