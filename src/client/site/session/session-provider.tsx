import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { contactDraft } from '#client/lib/contact-draft.ts'
import { errorStatus } from '#client/lib/error-text.ts'
import { watchRefusals } from '#client/lib/sign-out-on-refusal.ts'
import { useStored } from '#client/lib/storage.ts'
import { adoptLegacyToken, authToken } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { authRecheckMs } from '#shared/limits.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import { type Session, SessionContext, type SessionStatus } from './use-session.ts'

type SessionProviderProps = { children: ReactNode; reload?: () => void }

/**
 * The student's session: a token in the browser, checked with the server. It is dropped only when the server
 * rejects it; where the check could not be made the page shows signed out, and a recheck every 5 seconds brings
 * the person back (requirements §4).
 */
export function SessionProvider({ children, reload = reloadPage }: SessionProviderProps) {
  useState(adoptTokenOnce)
  const token = useStored(authToken)
  const { client } = trpc.useUtils()
  const queryClient = useQueryClient()
  const check = useQuery({
    queryKey: sessionKey(token),
    enabled: token !== null,
    queryFn: () => askWhoIsThis(() => client.auth.me.query()),
  })
  const known = (token !== null && check.data) || null
  const user = useOwnAnswers(known)
  const isRejected = check.data === null

  useEffect(() => {
    // Another tab may have signed in meanwhile: only the token that was rejected goes.
    if (isRejected && authToken.read() === token) authToken.clear()
  }, [isRejected, token])

  const { refetch, isFetching } = check
  const needsRecheck = token !== null && known === null && !isFetching
  useEffect(() => {
    if (!needsRecheck) return
    const timer = setTimeout(() => void refetch(), authRecheckMs)
    return () => clearTimeout(timer)
  }, [needsRecheck, refetch])

  useEffect(
    () =>
      watchRefusals(queryClient, {
        isMeant: isOwnCall,
        recheck: () => void queryClient.invalidateQueries({ queryKey: [SESSION_KEY] }),
      }),
    [queryClient],
  )

  const session: Session = {
    status: statusOf({
      token,
      user,
      isComing: known !== null || (check.isPending && check.errorUpdateCount === 0),
    }),
    user,
    signIn(newToken, newUser) {
      queryClient.setQueryData(sessionKey(newToken), newUser)
      authToken.write(newToken)
    },
    async signOut() {
      try {
        await client.auth.logout.mutate()
      } catch {
        // The token is forgotten here all the same; on the server it runs out.
      }
      authToken.clear()
      contactDraft.clear()
      reload()
    },
  }
  return <SessionContext value={session}>{children}</SessionContext>
}

function sessionKey(token: string | null) {
  return [SESSION_KEY, token] as const
}

/** Null when the server knows no session of the token; any other failure is thrown. */
async function askWhoIsThis(ask: () => Promise<{ user: UserOutput }>): Promise<UserOutput | null> {
  try {
    return (await ask()).user
  } catch (error) {
    if (errorStatus(error) === 401) return null
    throw error
  }
}

function statusOf(known: {
  token: string | null
  user: UserOutput | null
  isComing: boolean
}): SessionStatus {
  if (known.user !== null) return 'signed-in'
  return known.token !== null && known.isComing ? 'loading' : 'signed-out'
}

/** The check itself is not meant: it says by its answer whose the token is. */
function isOwnCall(key: readonly unknown[] | undefined): boolean {
  return key?.[0] !== SESSION_KEY && isStudentQuery(key)
}

/** Before anything reads the token; there is no storage on the server. */
function adoptTokenOnce() {
  if (typeof window !== 'undefined') adoptLegacyToken()
  return null
}

function reloadPage() {
  location.reload()
}

/**
 * Gives the student on once the answers to an earlier one are gone from the cache: a browser can change hands
 * without a reload, and the keys of most questions do not say who asked.
 */
function useOwnAnswers(user: UserOutput | null): UserOutput | null {
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

const SESSION_KEY = 'session'

/** Keys of tRPC's hooks begin with the procedure's path. Referers and admins have sessions of their own; the catalog is public. */
function isStudentQuery(key: readonly unknown[] | undefined): boolean {
  const path = key?.[0]
  const noun = Array.isArray(path) ? path[0] : null
  return noun !== 'referer' && noun !== 'admin' && noun !== 'catalog'
}
