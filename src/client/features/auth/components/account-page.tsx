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
}

/** An account screen: one form in a box, and one way on beside it. */
export function AccountPage({ title, lede, children, aside, asideLabel, asideHeading }: AccountPageProps) {
  return (
    <Page>
      <h1>{title}</h1>
      {lede && <p className="lede">{lede}</p>}
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
        >
          <Box>
            <Stack>{children}</Stack>
          </Box>
        </TwoColumns>
      </div>
    </Page>
  )
}
