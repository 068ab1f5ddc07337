import type { ReactNode } from 'react'
import { Box, Page, Stack, TwoColumns } from '#client/ui/layout.tsx'

type AccountPageProps = {
  title: ReactNode
  lede?: ReactNode
  children: ReactNode
  /** What stands beside the form: the other way in, or what happens next. */
  aside: ReactNode
  asideLabel: string
}

/** The sheet every account screen is drawn on: one form in a box, and one way on beside it. */
export function AccountPage({ title, lede, children, aside, asideLabel }: AccountPageProps) {
  return (
    <Page>
      <h1>{title}</h1>
      {lede && <p className="lede">{lede}</p>}
      <div className="account-sheet">
        <TwoColumns aside={<Box>{aside}</Box>} asideLabel={asideLabel}>
          <Box>
            <Stack>{children}</Stack>
          </Box>
        </TwoColumns>
      </div>
    </Page>
  )
}
