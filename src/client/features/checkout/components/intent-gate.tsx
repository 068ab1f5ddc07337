import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { endSession, successPath, useCheckoutIntent } from '#client/features/checkout/use-checkout-intent.ts'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { checkoutData, referralCode as keptCode } from '#client/lib/stored.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { cartMessages } from '#shared/messages/cart.ts'
import { checkoutMessages } from '#shared/messages/checkout.ts'
import type { UserOutput } from '#shared/schemas/auth.ts'
import type { CreatePaymentIntentOutput } from '#shared/schemas/checkout.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutLoading } from './checkout-loading.tsx'

/** What the order is made of. */
export type AskedOrder = { videoIds: number[]; referralCode: string | null }

type IntentGateProps = AskedOrder & { user: UserOutput; onChange: (asked: AskedOrder) => void }

/** Gets the payment intent; without one there is nothing to pay with, and the buyer goes home, cart in hand. */
export function IntentGate({ user, videoIds, referralCode, onChange }: IntentGateProps) {
  const intent = useCheckoutIntent({ userId: user.id, videoIds, referralCode })
  const navigate = useNavigate()
  const { progress } = trpc.useUtils()
  const leave = useEffectEvent((error: unknown) => {
    switch (errorCode(error)) {
      case 'NOT_SIGNED_IN':
        endSession()
        return
      case 'ALREADY_OWNED':
        toast({
          title: cartMessages.alreadyOwnedTitle,
          description: errorText(error, cartMessages.alreadyOwned),
        })
        checkoutData.clear()
        // Cart and cards did not know it yet.
        void progress.invalidate()
        void navigate(paths.dashboard(user.id), { replace: true })
        return
      case 'INVALID_REFERRAL_CODE':
        // It was accepted once and has ended since: kept, it would refuse every next try too.
        keptCode.clear()
        checkoutData.clear()
        return goHome(checkoutMessages.codeEnded)
      default:
        goHome(errorText(error, checkoutMessages.intentFailed))
    }
  })
  function goHome(description: string) {
    toast({ title: checkoutMessages.intentFailedTitle, description, tone: 'bad' })
    void navigate(paths.home, { replace: true })
  }
  const { error, data } = intent
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  // A change that got no answer can be tried again beside the last order.
  const isOver = error !== null && (last === undefined || errorCode(error) !== null)
  useEffect(() => {
    if (isOver) leave(error)
  }, [isOver, error])

  const order = data ?? last
  // The skeleton stays while React renders what replaces it, so that a press can come in between.
  const isShown = useDeferredValue(order !== undefined)
  if (isOver || order === undefined || !isShown) return <CheckoutLoading />
  if (!isPayable(order)) return <Navigate to={successPath(order)} replace />
  return (
    <CheckoutForm
      user={user}
      order={order}
      asked={{ videoIds, referralCode }}
      isChanging={intent.isPlaceholderData}
      failure={error && errorText(error, checkoutMessages.intentFailed)}
      onChange={onChange}
      onRenew={() => void intent.refetch()}
    />
  )
}

export type PayableOrder = CreatePaymentIntentOutput & { clientSecret: string }

/** Nothing to pay, paid already, or being paid: the next page tells which. */
function isPayable(order: CreatePaymentIntentOutput): order is PayableOrder {
  return order.clientSecret !== null && order.status !== 'paid' && order.status !== 'processing'
}
