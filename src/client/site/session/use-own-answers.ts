import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { isStudentQuery, SESSION_KEY } from './session-keys.ts'

/**
 * Gives the student on once the answers to an earlier one are gone from the cache: a browser can change hands
 * without a reload, and the keys of most questions do not say who asked.
 */
export function useOwnAnswers(user: UserOutput | null): UserOutput | null {
  const queryClient = useQueryClient()
  const [ownerId, setOwnerId] = useState<string | null>(null)
  const userId = user?.id ?? null
  useLayoutEffect(() => {
    if (userId === null || userId === ownerId) return
    if (ownerId !== null) {
      queryClient.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY && isStudentQuery(queryKey),
      })
    }
    setOwnerId(userId)
  }, [queryClient, userId, ownerId])
  return ownerId === null || userId === ownerId ? user : null
}
