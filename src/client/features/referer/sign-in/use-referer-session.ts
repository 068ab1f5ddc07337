import { useStored } from '#client/lib/storage.ts'
import { refererSession } from '#client/lib/stored.ts'
import type { RefererLoginOutput } from '#shared/schemas/referer.ts'
import { storedRefererSession } from '#shared/schemas/storage.ts'

/** Who is signed in to the portal in this browser: the session JSON of requirements §6, whose token the server checks. */
export function useRefererSession() {
  const session = useStored(refererSession)
  return {
    session,
    signIn: (login: RefererLoginOutput) => refererSession.write(storedRefererSession.parse(login)),
    /** The name may have been changed since the sign-in. */
    rename(name: string) {
      if (session !== null && session.name !== name) refererSession.write({ ...session, name })
    },
    drop: () => refererSession.clear(),
  }
}
