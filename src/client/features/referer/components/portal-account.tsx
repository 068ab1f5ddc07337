import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import { refererSession } from '../../../lib/stored.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'

/** Who is signed in to the portal, and the way out, for the header of its pages. */
export function PortalAccount({ name }: { name: string }) {
  const logout = trpc.referer.logout.useMutation({ onSettled: leave })
  return (
    <>
      <div className="wide-only">
        <span className="small max-w-[16rem] truncate">{name}</span>
      </div>
      <Button size="sm" loading={logout.isPending} onClick={() => logout.mutate()}>
        {words.logOut}
      </Button>
    </>
  )
}

/** Also when the server cannot be reached. The button goes with the session: the focus moves on to what takes its place. */
function leave() {
  refererSession.clear()
  document.getElementById('main')?.focus()
}
