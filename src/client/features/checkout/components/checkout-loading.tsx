import { ScriptNeeded } from '#client/site/guards.tsx'
import { Box, Page, TwoColumns } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'

const { title, openStep, payStep } = checkoutMessages

/** The checkout's title and its two columns, empty, until there is an order to pay. */
export function CheckoutLoading() {
  return (
    <Page className="checkout">
      <h1>{title}</h1>
      <ScriptNeeded />
      <TwoColumns
        asideFirst
        aside={
          <Box className="order-summary" aria-hidden="true">
            <Skeleton height="button" />
          </Box>
        }
      >
        <FormToCome />
      </TwoColumns>
    </Page>
  )
}

/** The steps of the form as bars, at least as high as a window: what stands below them is never seen to move. */
export function FormToCome() {
  return (
    <div className="form-to-come">
      <Loading label="Preparing your order…">
        {[openStep, payStep].map((step) => (
          <div key={step} className="step">
            <Skeleton width="narrow" height="title" className="skeleton-label" />
            <Skeleton height={step === payStep ? 'picture' : 'thumb'} />
          </div>
        ))}
      </Loading>
    </div>
  )
}
