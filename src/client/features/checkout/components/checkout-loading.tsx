import { checkoutMessages } from '#shared/messages/checkout.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Page, TwoColumns } from '../../../ui/wrap.tsx'

const FIELDS = [1, 2, 3, 4]

/** The checkout's title and its two columns, empty, until there is an order to pay. */
export function CheckoutLoading() {
  return (
    <Page>
      <h1>{checkoutMessages.title}</h1>
      <Loading label="Preparing your order…">
        <TwoColumns asideFirst aside={<Skeleton height="picture" />}>
          {FIELDS.map((field) => (
            <div key={field} className="mb-6">
              <Skeleton width="narrow" className="mb-2" />
              <Skeleton height="button" />
            </div>
          ))}
        </TwoColumns>
      </Loading>
    </Page>
  )
}
