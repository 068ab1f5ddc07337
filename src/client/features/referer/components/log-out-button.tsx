import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'

/** Ends the session on the server and here; here also when the server cannot be reached. */
export function LogOutButton({ onLeft }: { onLeft: () => void }) {
  const logout = trpc.referer.logout.useMutation({ onSettled: onLeft })
  return (
    <Button size="sm" loading={logout.isPending} onClick={() => logout.mutate()}>
      {words.logOut}
    </Button>
  )
}
