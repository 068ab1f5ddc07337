import { useCart } from '#client/features/cart/use-cart.ts'
import { BuyingSteps } from '#client/site/buying-steps.tsx'
import { ScriptNeeded } from '#client/site/guards.tsx'
import { Box, Page, Step, TwoColumns } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { checkoutMessages, consentWordings, currentConsentVersion } from '#shared/messages/checkout.ts'

const { title, orderSummary, openStep, payStep } = checkoutMessages

/** The checkout's title and its two columns, empty, until there is an order to pay. */
export function CheckoutLoading() {
  return (
    <Page className="checkout">
      <h1>{title}</h1>
      <BuyingSteps at="Pay" />
      <ScriptNeeded />
      <TwoColumns asideFirst aside={<SummaryToCome />}>
        <FormToCome hasConsent />
      </TwoColumns>
    </Page>
  )
}

/** About as high as the sums and the code. */
const SUMS = 4

/** As high as it will be with the videos of the cart, which grows downwards once they are known; on a phone one line. */
function SummaryToCome() {
  const rows = SUMS + useCart().count
  return (
    <Box className="order-summary" aria-hidden="true">
      <h2 className="order-summary-title side-heading">{orderSummary}</h2>
      <Skeleton height="button" className="order-summary-switch" />
      <div className="order-summary-to-come">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <Skeleton key={row} height="button" />
        ))}
      </div>
    </Box>
  )
}

/** The steps of the form, or its second one, empty, at least as high as a window: what stands below them is never seen to move. */
export function FormToCome({ hasConsent = false }: { hasConsent?: boolean }) {
  return (
    <div className="form-to-come">
      <Loading label="Preparing your order…">
        {hasConsent && (
          <Step heading={openStep}>
            <span className="choice consent-to-come">
              <Skeleton height="title" />
              <span>
                <span className="skeleton-text">{consentWordings[currentConsentVersion]}</span>
              </span>
            </span>
          </Step>
        )}
        <Step heading={payStep}>
          <Skeleton height="button" />
          <Skeleton className="pay-to-come" />
          <Skeleton height="thumb" />
        </Step>
      </Loading>
    </div>
  )
}
