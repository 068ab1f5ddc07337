import { Link, useLocation } from 'react-router'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { Status } from '#client/ui/status.tsx'
import { headerMessages } from '#shared/messages/site.ts'

const ASK_AGAIN_MS = 30_000

/** These say it themselves. */
const TELLING = /^\/(dashboard|checkout-success)/

/** In the header, as long as Klarna or a bank has not decided. */
export function PendingPaymentLink() {
  const { user } = useSession()
  const isTold = TELLING.test(useLocation().pathname)
  const { data: pending } = trpc.checkout.pending.useQuery(undefined, {
    enabled: user !== null,
    refetchInterval: ({ state }) => (state.data ? ASK_AGAIN_MS : false),
  })
  if (user === null || !pending || isTold) return null
  return (
    <Button size="sm" asChild className="pending-payment">
      <Link to={paths.payment(pending.orderId)} aria-label={headerMessages.pendingPayment}>
        <Status kind="pending">{headerMessages.pendingShort}</Status>
      </Link>
    </Button>
  )
}
