import { useRef } from 'react'
import { refererSession } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'

/** Who is signed in to the portal, and the way out, for the header of its pages. */
export function PortalAccount({ name }: { name: string }) {
  const button = useRef<HTMLButtonElement>(null)
  // Also when the server cannot be reached.
  const logout = trpc.referer.logout.useMutation({ onSettled: leave })

  /** The button goes with the session: its focus moves on to what takes its place. */
  function leave() {
    const { activeElement } = document
    const hasFocus = activeElement === button.current || activeElement === document.body
    const losesFocus = button.current !== null && hasFocus
    refererSession.clear()
    if (losesFocus) document.getElementById('main')?.focus()
  }

  return (
    <>
      <div className="wide-only">
        <span className="small signed-in-name">{name}</span>
      </div>
      <Button ref={button} size="sm" loading={logout.isPending} onClick={() => logout.mutate()}>
        {copy.logOut}
      </Button>
    </>
  )
}
