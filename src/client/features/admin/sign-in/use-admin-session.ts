import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetAllUploads } from '#client/features/admin/uploads/upload-store.ts'
import { watchRefusals } from '#client/lib/sign-out-on-refusal.ts'
import { trpc } from '#client/lib/trpc.ts'
import { adminSessionCheckEveryMs, adminSessionCheckStaleMs } from '#shared/limits.ts'

/** Who is at the desk: stale after 5 minutes, asked again every 10 and whenever a call is refused (requirements §6). */
export function useAdminSession() {
  const queryClient = useQueryClient()
  const utils = trpc.useUtils()
  const check = trpc.admin.session.useQuery(undefined, {
    staleTime: adminSessionCheckStaleMs,
    refetchInterval: adminSessionCheckEveryMs,
  })
  useEffect(
    () =>
      watchRefusals(queryClient, {
        isMeant: isBackOffice,
        recheck: () => void utils.admin.session.invalidate(),
      }),
    [queryClient, utils],
  )
  useEffect(() => {
    // Back may bring a page as it was left, from before a sign-out.
    function lookAgain({ persisted }: PageTransitionEvent) {
      if (persisted) void utils.admin.session.reset()
    }
    window.addEventListener('pageshow', lookAgain)
    return () => window.removeEventListener('pageshow', lookAgain)
  }, [utils])

  return {
    check,
    signedIn(adminEmail: string) {
      utils.admin.session.setData(undefined, {
        valid: true,
        requiresAuth: false,
        adminEmail,
        codeFreshUntil: null,
      })
      void utils.admin.session.invalidate()
    },
    /** Nothing of the back office stays in the page. The cookie is the server's to take: its failure is thrown. */
    async signOut() {
      await utils.client.admin.logout.mutate()
      forgetAllUploads()
      utils.admin.session.setData(undefined, {
        valid: false,
        requiresAuth: true,
        adminEmail: null,
        codeFreshUntil: null,
      })
      queryClient.removeQueries({ predicate: ({ queryKey }) => isBackOffice(queryKey) })
    },
  }
}

/** Keys of tRPC's hooks begin with the procedure's path; the session itself is not meant. */
function isBackOffice(key: readonly unknown[] | undefined): boolean {
  const path = key?.[0]
  return Array.isArray(path) && path[0] === 'admin' && path[1] !== 'session'
}
