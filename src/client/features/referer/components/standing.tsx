import { formatPrice } from '#client/lib/format.ts'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import type { RefererPortalOutput } from '#shared/schemas/referer-portal.ts'

type StandingProps = { states: RefererPortalOutput['states']; total: string }

/** Every penny in one place: the rows add up to the total. */
export function Standing({ states, total }: StandingProps) {
  const sum = (pounds: string) => formatPrice(pounds, { sums: true })
  const forfeited: MoneyRow[] = isNothing(states.forfeited)
    ? []
    : [{ label: words.standingForfeited, amount: sum(states.forfeited), kind: 'quiet' }]
  return (
    <MoneyRows
      rows={[
        { label: words.standingPaid, amount: sum(states.paid) },
        { label: words.standingDue, amount: sum(states.due) },
        { label: words.standingCarried, amount: sum(states.carriedForward) },
        { label: words.standingOpen, amount: sum(states.open) },
        ...forfeited,
        { label: words.totalCommission, amount: sum(total), kind: 'total' },
      ]}
    />
  )
}

function isNothing(pounds: string): boolean {
  return Number(pounds) === 0
}
