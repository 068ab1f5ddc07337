import { Users } from 'lucide-react'
import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import type { CommissionState, RefererPortalOutput } from '#shared/schemas/referer-portal.ts'
import { formatPrice, formatShortDay } from '../../../lib/format.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { Status, type StatusKind } from '../../../ui/status.tsx'
import { Box } from '../../../ui/wrap.tsx'
import { SECTIONS } from '../sections.ts'

type Referral = RefererPortalOutput['referrals'][number]

const STATES: Record<CommissionState, { kind: StatusKind; text: string }> = {
  earned: { kind: 'not-started', text: words.earned },
  carriedForward: { kind: 'forward', text: words.carriedForward },
  due: { kind: 'pending', text: words.due },
  paid: { kind: 'done', text: words.paid },
  reversed: { kind: 'stop', text: words.reversed },
}

/** One row for each order, newest first, in a frame that scrolls. */
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
          The first order of a new customer with your code stands here, the moment it is paid.
        </Empty>
      </Box>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keys
    <section className="scroll-list" tabIndex={0} aria-label={`${words.referrals}, newest first`}>
      <DataTable
        caption={words.referrals}
        rows={referrals}
        rowKey={({ id }) => id}
        columns={[
          { heading: 'Date', rowHeading: true, cell: ({ createdAt }) => formatShortDay(createdAt) },
          {
            heading: 'Order',
            cell: ({ purchaseId }) => <span className="code">{purchaseId.slice(-6)}</span>,
          },
          {
            heading: 'Commission',
            figure: true,
            cell: ({ commissionAmount }) => formatPrice(commissionAmount, { sums: true }),
          },
          { heading: 'Status', cell: (referral) => <ReferralStatus referral={referral} /> },
        ]}
      />
    </section>
  )
}

function ReferralStatus({ referral }: { referral: Referral }) {
  const { kind, text } = STATES[referral.state]
  const note = noteOf(referral)
  return (
    <span>
      <Status kind={kind}>{text}</Status>
      {note && <span className="small quiet block">{note}</span>}
    </span>
  )
}

function noteOf({ earnedAmount, reversedAmount, waitsForFee }: Referral): string | null {
  const sum = (pounds: string) => formatPrice(pounds, { sums: true })
  if (Number(reversedAmount) !== 0) return words.earnedAndReversed(sum(earnedAmount), sum(reversedAmount))
  return waitsForFee ? words.waitsForFee : null
}
