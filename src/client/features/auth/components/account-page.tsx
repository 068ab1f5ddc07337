import { lazy, type ReactNode, Suspense } from 'react'
import { useCart } from '#client/features/cart/use-cart.ts'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { type BuyingStep, BuyingSteps } from '#client/site/buying-steps.tsx'
import { ScriptNeeded } from '#client/site/guards.tsx'
import { Box, Page, Stack, TwoColumns } from '#client/ui/layout.tsx'

/** Most accounts are opened without a cart, and an account without the summary. */
const CartSummary = lazy(() =>
  import('./cart-summary.tsx').then(
    ({ CartSummary }) => ({ default: CartSummary }),
    () => ({ default: () => null }),
  ),
)

type AccountPageProps = {
  title: ReactNode
  lede?: ReactNode
  children: ReactNode
  /** What stands beside the form: the other way in, or what happens next. */
  aside: ReactNode
  asideLabel: string
  asideHeading?: string
  /** For whom the aside is the likelier way; under 60rem it comes first. */
  asideFirst?: boolean
  /** How far a purchase is; what is bought stands beside it. */
  step?: BuyingStep | undefined
}

/** An account screen: one form in a box, and one way on beside it. */
export function AccountPage(props: AccountPageProps) {
  const { title, lede, children, aside, asideLabel, asideHeading, asideFirst = false, step } = props
  const hasCart = useCart().count > 0
  const isBeside = useMediaQuery('(width >= 60rem)')
  return (
    <Page>
      <h1>{title}</h1>
      {lede && <p className="lede">{lede}</p>}
      {step && <BuyingSteps at={step} />}
      <ScriptNeeded />
      <div className="account-sheet">
        <TwoColumns
          aside={
            <>
              <Box>
                {asideHeading && <h2 className="side-heading">{asideHeading}</h2>}
                {aside}
              </Box>
              {step && hasCart && isBeside && (
                <Suspense fallback={null}>
                  <CartSummary />
                </Suspense>
              )}
            </>
          }
          asideLabel={asideLabel}
          asideFirst={asideFirst}
        >
          <Box>
            <Stack>{children}</Stack>
          </Box>
        </TwoColumns>
      </div>
    </Page>
  )
}
