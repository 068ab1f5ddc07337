import { createTRPCClient, httpLink } from '@trpc/client'
import superjson from 'superjson'
import { errorStatus } from '#client/lib/error-text.ts'
import { authToken } from '#client/lib/stored.ts'
import type { AppRouter } from '#server/router.ts'
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

/** Milliseconds by this browser's own clock, comparable between its visits and with nothing else. */
export function browserTime(): number {
  return performance.timeOrigin + performance.now()
}

/** The server has understood, and will not; busy and away are no refusals. */
export function isRefusedForGood(error: unknown): boolean {
  const status = errorStatus(error)
  return status !== null && status < 500 && status !== 429 && status !== 408
}
