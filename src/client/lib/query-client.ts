import { QueryClient } from '@tanstack/react-query'
import { dashboardRetries } from '#shared/limits.ts'
import { errorStatus } from './error-text.ts'

/**
 * Requirements §9: nothing is fetched again by itself, and nothing grows stale; whoever changes something
 * invalidates it. Being offline is an answer like any other, so calls do not wait for the network.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** The dashboard alone is asked again, three times, and not when it is somebody else's (requirements §9). */
export function dashboardRetry(failures: number, error: unknown): boolean {
  return errorStatus(error) !== 403 && failures < dashboardRetries
}
