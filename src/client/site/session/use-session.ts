import { createContext, useContext } from 'react'
import type { UserOutput } from '#shared/schemas/auth.ts'

export type SessionStatus = 'loading' | 'signed-out' | 'signed-in'

export type Session = {
  status: SessionStatus
  /** Set exactly when signed in. */
  user: UserOutput | null
  /** Keeps the token; the person is signed in at once. */
  signIn(token: string, user: UserOutput): void
  /** Tells the server, forgets the token and loads the page again. */
  signOut(): Promise<void>
}

export const SessionContext = createContext<Session | null>(null)

/** Who is signed in as a student (requirements §4). */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('useSession needs a SessionProvider above it')
  return session
}
