import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RefererLoginOutput } from '#shared/schemas/referer.ts'
import { storedRefererSession } from '#shared/schemas/storage.ts'
import { useStored } from '../../lib/storage.ts'
import { refererSession } from '../../lib/stored.ts'

/** Who is signed in to the portal in this browser: the session JSON of requirements §6, whose token the server checks. */
export function useRefererSession() {
  const session = useStored(refererSession)
  const queryClient = useQueryClient()

  // Another referer's answers must not outlive their session, also where another tab changed it.
  useEffect(
    () => refererSession.subscribe(() => queryClient.removeQueries({ predicate: isRefererQuery })),
    [queryClient],
  )

  return {
    session,
    signIn: (login: RefererLoginOutput) => refererSession.write(storedRefererSession.parse(login)),
    drop: () => refererSession.clear(),
  }
}

/** Keys of tRPC's hooks begin with the procedure's path. */
function isRefererQuery({ queryKey }: { queryKey: readonly unknown[] }): boolean {
  const path = queryKey[0]
  return Array.isArray(path) && path[0] === 'referer'
}
