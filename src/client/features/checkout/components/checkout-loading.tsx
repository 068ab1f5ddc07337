import { ScriptNeeded } from '#client/site/guards.tsx'
import { Box, Page, Step, TwoColumns } from '#client/ui/layout.tsx'
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

/** The steps of the form, or its second one, empty, at least as high as a window: what stands below them is never seen to move. */
export function FormToCome({ steps = [openStep, payStep] }: { steps?: string[] }) {
  return (
    <div className="form-to-come">
      <Loading label="Preparing your order…">
        {steps.map((step) => (
          <Step key={step} heading={step}>
            <Skeleton height={step === payStep ? 'picture' : 'thumb'} />
          </Step>
        ))}
      </Loading>
    </div>
  )
}
