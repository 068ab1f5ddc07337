import type { ReactNode } from 'react'
import { ScriptNeeded } from '#client/site/guards.tsx'
import { Box, Page, Stack, TwoColumns } from '#client/ui/layout.tsx'

type AccountPageProps = {
  title: ReactNode
  lede?: ReactNode
  children: ReactNode
  /** What stands beside the form: the other way in, or what happens next. */
  aside: ReactNode
  asideLabel: string
  asideHeading?: string
  /** For whom the aside is the likelier way; under 75rem it comes first. */
  asideFirst?: boolean
  /** How far a first purchase is. */
  step?: BuyingStep | undefined
}

const BUYING_STEPS = ['Account', 'Confirm email', 'Pay'] as const
type BuyingStep = (typeof BUYING_STEPS)[number]

/** An account screen: one form in a box, and one way on beside it. */
export function AccountPage(props: AccountPageProps) {
  const { title, lede, children, aside, asideLabel, asideHeading, asideFirst = false, step } = props
  return (
    <Page>
      <h1>{title}</h1>
      {lede && <p className="lede">{lede}</p>}
      {step && <BuyingSteps at={step} />}
      <ScriptNeeded />
      <div className="account-sheet">
        <TwoColumns
          aside={
            <Box>
              {asideHeading && <h2 className="side-heading">{asideHeading}</h2>}
              {aside}
            </Box>
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

/** What lies between the cart and the videos of a first buyer. */
function BuyingSteps({ at }: { at: BuyingStep }) {
  return (
    <ol className="buying-steps" aria-label="Steps to your films">
      {BUYING_STEPS.map((name, index) => (
        <li key={name} aria-current={name === at ? 'step' : undefined}>
          <b className="figure">{index + 1}</b> {name}
        </li>
      ))}
    </ol>
  )
}
