import type { QueryClient } from '@tanstack/react-query'
import { errorCode } from './error-text.ts'

type Watch = {
  /** Whether a call by this key is one of the watched session's. */
  isMeant: (key: readonly unknown[] | undefined) => boolean
  recheck: () => void
}

/** A call that is refused for want of a session is a reason to ask again who this is. Gives what ends the watch. */
export function watchRefusals(queryClient: QueryClient, { isMeant, recheck }: Watch): () => void {
  const look = (key: readonly unknown[] | undefined, error: unknown) => {
    if (isMeant(key) && errorCode(error) === 'NOT_SIGNED_IN') recheck()
  }
  const stopQueries = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    look(event.query.queryKey, event.action.error)
  })
  const stopMutations = queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    look(event.mutation.options.mutationKey, event.action.error)
  })
  return () => {
    stopQueries()
    stopMutations()
  }
}
