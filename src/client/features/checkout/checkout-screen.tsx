import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { checkoutData } from '#client/lib/stored.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Leaving, PageSpinner, RequireStudent } from '#client/site/guards.tsx'
import { paths } from '#client/site/paths.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import type { CheckoutData } from '#shared/schemas/storage.ts'
import { CheckoutLoading } from './components/checkout-loading.tsx'
import { type AskedOrder, IntentGate } from './components/intent-gate.tsx'

/** Requirements §4: signed in, something to buy, and none of it owned; then the order is frozen and paid. */
export function CheckoutScreen() {
  return (
    <RequireStudent signInPath={paths.login('checkout')} pending={<CheckoutLoading />}>
      {(user) => <NewestWish user={user} />}
    </RequireStudent>
  )
}

/** The drawer over this screen leads to it again, with another cart. */
function NewestWish({ user }: { user: UserOutput }) {
  const { key } = useLocation()
  return <WishGate key={user.id + key} user={user} />
}

function WishGate({ user }: { user: UserOutput }) {
  // Read once: paying clears it, and that must not send the buyer home on the way to the success page.
  const [wish] = useState(checkoutData.read)
  const owned = trpc.progress.videos.useQuery({ userId: user.id }, { enabled: wish !== null })
  // The same answer as the header's: as long as a payment is on its way, nothing else can be ordered.
  const pending = trpc.checkout.pending.useQuery(undefined, { enabled: wish !== null })
  if (wish === null) return <Navigate to={paths.home} replace />
  if (pending.data && !pending.isFetching) {
    return (
      <Leaving to={paths.payment(pending.data.orderId)}>
        <CheckoutLoading />
      </Leaving>
    )
  }
  // A question that failed and is asked again takes no form away that is being filled in.
  if (!owned.isFetched || !pending.isFetched || pending.data) return <CheckoutLoading />
  // Where the list cannot be had, the server decides alone: it knows what is owned when it prices the order.
  const ownedVideoIds = (owned.data ?? []).filter(({ renewsFrom }) => !renewsFrom).map(({ id }) => id)
  return <OwnedGate user={user} wish={wish} ownedVideoIds={ownedVideoIds} />
}

type OwnedGateProps = { user: UserOutput; wish: CheckoutData; ownedVideoIds: number[] }

/** What is owned and cannot be renewed is not bought again. Decided once: after paying, everything in the order is owned. */
function OwnedGate({ user, wish, ownedVideoIds }: OwnedGateProps) {
  const [{ videoIds, referralCode }, setAsked] = useState<AskedOrder>(() => ({
    videoIds: wish.items.videoIds.filter((id) => !ownedVideoIds.includes(id)),
    referralCode: wish.referralCode,
  }))
  const [wasNothingLeft] = useState(videoIds.length === 0)
  const navigate = useNavigate()
  const keepToWhatIsLeft = useEffectEvent(() => {
    if (wasNothingLeft) {
      checkoutData.clear()
      void navigate(paths.dashboard(user.id), { replace: true })
    } else if (videoIds.length < wish.items.videoIds.length) {
      checkoutData.write({ ...wish, items: { videoIds, bundle: false } })
    }
  })
  useEffect(() => keepToWhatIsLeft(), [])
  function change(asked: AskedOrder) {
    if (asked.videoIds.length === 0) {
      checkoutData.clear()
      void navigate(paths.home)
      return
    }
    const { videoIds, referralCode } = asked
    checkoutData.write({ ...wish, items: { videoIds, bundle: false }, referralCode })
    setAsked(asked)
  }
  if (wasNothingLeft) return <PageSpinner />
  return <IntentGate user={user} videoIds={videoIds} referralCode={referralCode} onChange={change} />
}
