import { ScriptNeeded } from '#client/site/guards.tsx'
import { Page, TwoColumns } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { checkoutMessages } from '#shared/messages/checkout.ts'

const FIELDS = [1, 2, 3, 4]

/** The checkout's title and its two columns, empty, until there is an order to pay. */
export function CheckoutLoading() {
  return (
    <Page>
      <h1>{checkoutMessages.title}</h1>
      <ScriptNeeded />
      <Loading label="Preparing your order…">
        <TwoColumns asideFirst aside={<Skeleton height="picture" />}>
          {FIELDS.map((field) => (
            <div key={field} className="checkout-loading-field">
              <Skeleton width="narrow" className="skeleton-label" />
              <Skeleton height="button" />
            </div>
          ))}
        </TwoColumns>
      </Loading>
    </Page>
  )
}
