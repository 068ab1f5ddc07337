import { hashKey, MutationCache, QueryClient } from '@tanstack/react-query'
import { dashboardRetries } from '#shared/limits.ts'
import { keepUnsent } from './connection.ts'
import { errorStatus } from './error-text.ts'
import { refererSession } from './stored.ts'
import { endBadToast } from './toast.ts'

/**
 * Requirements §9: nothing is fetched again by itself, and nothing grows stale; what changes something
 * invalidates it. Being offline is an answer like any other, so calls do not wait for the network.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({
      onMutate: endBadToast,
      onError(error) {
        if (errorStatus(error) === null) keepUnsent()
      },
    }),
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
  // Another referer's answers are not found, whichever tab changed the session. Keys of tRPC's hooks begin with the path.
  queryClient.setQueryDefaults([['referer']], {
    queryKeyHashFn: (key) => hashKey([refererSession.read()?.token, key]),
  })
  return queryClient
}

/** The dashboard alone is asked again, three times, and not when it belongs to another student (requirements §9). */
export function dashboardRetry(failures: number, error: unknown): boolean {
  return errorStatus(error) !== 403 && failures < dashboardRetries
}
