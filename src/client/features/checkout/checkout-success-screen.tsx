import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { errorText } from '#client/lib/error-text.ts'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { LinkButton, OutcomePage } from './components/outcome-page.tsx'
import { PaymentOutcome } from './components/payment-outcomes.tsx'
import { usePaymentOutcome } from './use-payment-outcome.ts'

/** After the checkout, and after coming back from a bank or Klarna: says what the server says, and nothing else. */
export function CheckoutSuccessScreen() {
  const { status, user } = useSession()
  const { paymentIntentId, orderId } = usePaymentName()
  const outcome = usePaymentOutcome({ paymentIntentId, orderId }, user !== null)

  // What is kept of it is the buyer's, also after a sign-out in another tab.
  if (user && outcome.data) return <PaymentOutcome outcome={outcome.data} />
  if (paymentIntentId === null && orderId === null) {
    return (
      <OutcomePage title="No payment to show" isVideosFirst>
        This page tells how a payment went. Your films and their dates are under My Videos.
      </OutcomePage>
    )
  }
  if (status === 'signed-out') {
    return (
      <OutcomePage title="Please sign in" actions={<LinkButton to={paths.login()}>Sign In</LinkButton>}>
        The shop shows a payment to its buyer only. Whatever was paid is safe: the films open by themselves,
        and the invoice comes by email.
      </OutcomePage>
    )
  }
  if (outcome.isError) {
    return (
      <OutcomePage
        title="The payment could not be checked"
        tone="bad"
        actions={
          <Button variant="go" loading={outcome.isFetching} onClick={() => void outcome.refetch()}>
            Check again
          </Button>
        }
      >
        {errorText(outcome.error, networkMessages.failed)}
      </OutcomePage>
    )
  }
  return (
    <Page>
      <h1>{checkoutSuccessMessages.checking}</h1>
      <p className="row actions" role="status">
        <Spinner />
        The answer appears here by itself.
      </p>
    </Page>
  )
}

/** The order is ours, the payment the provider's; its secret has no business in the history of the browser. */
function usePaymentName() {
  const [search, setSearch] = useSearchParams()
  const hasSecret = search.has('payment_intent_client_secret')
  useEffect(() => {
    if (!hasSecret) return
    setSearch(
      (current) => {
        current.delete('payment_intent_client_secret')
        return current
      },
      { replace: true },
    )
  }, [hasSecret, setSearch])
  return { paymentIntentId: search.get('payment_intent'), orderId: search.get('order') }
}
