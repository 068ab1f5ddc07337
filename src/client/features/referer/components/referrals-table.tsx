import { Users } from 'lucide-react'
import { SECTIONS } from '#client/features/referer/sections.ts'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Box } from '#client/ui/layout.tsx'
import { Status, type StatusKind } from '#client/ui/status.tsx'
import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import type { CommissionState, RefererPortalOutput } from '#shared/schemas/referer-portal.ts'
import { ScrollList } from './scroll-list.tsx'

type Referral = RefererPortalOutput['referrals'][number]

const STATES: Record<CommissionState, { kind: StatusKind; text: string }> = {
  earned: { kind: 'not-started', text: words.earned },
  carriedForward: { kind: 'forward', text: words.carriedForward },
  due: { kind: 'pending', text: words.due },
  paid: { kind: 'done', text: words.paid },
  reversed: { kind: 'stop', text: words.reversed },
}

/** One row for each new customer’s first order, newest first, in a frame that scrolls. */
export function ReferralsTable({ referrals }: { referrals: readonly Referral[] }) {
  if (referrals.length === 0) {
    return (
      <Box>
        <Empty
          symbol={<Users aria-hidden="true" />}
          title={words.noReferrals}
          action={
            <a className="link" href={`#${SECTIONS.share.id}`}>
              {SECTIONS.share.heading}
            </a>
          }
        >
          New customers’ first orders appear here once paid.
        </Empty>
      </Box>
    )
  }
  return (
    <ScrollList label={`${words.referrals}, newest first`}>
      <DataTable
        caption={words.referrals}
        rows={referrals}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Date',
            rowHeading: true,
            cell: ({ createdAt }) => <span className="figure">{formatShortDay(createdAt)}</span>,
          },
          {
            heading: 'Commission',
            figure: true,
            cell: ({ commissionAmount }) => formatPrice(commissionAmount, { sums: true }),
          },
          { heading: 'Status', cell: (referral) => <ReferralStatus referral={referral} /> },
        ]}
      />
    </ScrollList>
  )
}

function ReferralStatus({ referral }: { referral: Referral }) {
  const { kind, text } = STATES[referral.state]
  const note = noteOf(referral)
  return (
    <span>
      <Status kind={kind}>{text}</Status>
      {note && <span className="second-line">{note}</span>}
    </span>
  )
}

function noteOf({ earnedAmount, reversedAmount, correctedAmount, waitsForFee }: Referral): string | null {
  if (Number(reversedAmount) !== 0) return words.earnedAndReversed(size(earnedAmount), size(reversedAmount))
  if (Number(correctedAmount) !== 0)
    return words.corrected(size(correctedAmount), Number(correctedAmount) > 0)
  return waitsForFee ? words.waitsForFee : null
}

/** Without its sign: the words beside it say which way it went. */
function size(pounds: string): string {
  return formatPrice(pounds.replace('-', ''), { sums: true })
}
