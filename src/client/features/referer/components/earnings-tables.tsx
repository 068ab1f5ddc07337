import { useMutation } from '@tanstack/react-query'
import { Download, Users, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { SECTIONS } from '#client/features/referer/sections.ts'
import { errorText } from '#client/lib/error-text.ts'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { saveDocument } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Box } from '#client/ui/layout.tsx'
import { type MoneyRow, MoneyRows } from '#client/ui/money-rows.tsx'
import { Status, type StatusKind } from '#client/ui/status.tsx'
import { displayQuarterLabel, parseQuarter, titleOf } from '#shared/calendar/quarter.ts'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { CommissionState, RefererPortalOutput } from '#shared/schemas/referer-portal.ts'

type Payout = RefererPortalOutput['payouts'][number]

export function PayoutsTable({ payouts }: { payouts: readonly Payout[] }) {
  if (payouts.length === 0) {
    return (
      <Box>
        <Empty symbol={<Wallet aria-hidden="true" />} title={copy.noPayouts}>
          Each quarter is added up in the first days of the next and then sent by bank transfer, from{' '}
          {formatPounds(minimumPayoutPence)} up. Less is carried{'\u00a0'}forward.
        </Empty>
      </Box>
    )
  }
  const hasVat = payouts.some(({ vatAmount }) => !isNothing(vatAmount))
  const beforeVat: Column<Payout>[] = [
    { heading: 'Commission', figure: true, cell: ({ payoutAmount }) => formatSum(payoutAmount) },
    {
      heading: 'VAT',
      figure: true,
      cell: ({ vatAmount }) => (isNothing(vatAmount) ? '–' : formatSum(vatAmount)),
    },
  ]
  return (
    <ScrollList label={`${copy.payouts}, newest first`}>
      <DataTable
        caption={copy.payouts}
        rows={payouts}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Quarter',
            rowHeading: true,
            cell: ({ quarterYear }) => <span className="figure">{quarterTitle(quarterYear)}</span>,
          },
          { heading: 'Orders', figure: true, wideOnly: true, cell: ({ commissionCount }) => commissionCount },
          ...(hasVat ? beforeVat : []),
          {
            heading: 'Payout',
            figure: true,
            onCard: 'right',
            cell: ({ totalPayoutAmount }) => formatSum(totalPayoutAmount),
          },
          { heading: 'Status', onCard: 'left', cell: (payout) => <PayoutStatus payout={payout} /> },
          {
            heading: 'Document',
            hideHeading: true,
            onCard: 'right',
            cell: (payout) => <DocumentButton payout={payout} />,
          },
        ]}
      />
    </ScrollList>
  )
}

function PayoutStatus({ payout: { status, paidAt } }: { payout: Payout }) {
  if (status === 'pending') return <Status kind="pending">{copy.due}</Status>
  return (
    <span>
      <Status kind="done">{copy.paid}</Status>
      {paidAt && <span className="figure second-line">{formatShortDay(paidAt)}</span>}
    </span>
  )
}

function DocumentButton({ payout: { id, document } }: { payout: Payout }) {
  const { client } = trpc.useUtils()
  const download = useMutation({
    mutationFn: () => client.referer.invoice.query({ payoutId: id }),
    onSuccess: saveDocument,
    onError(error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: copy.downloadFailed, description: text, tone: 'bad' })
    },
  })
  if (document === null) return null
  return (
    <Button
      size="sm"
      loading={download.isPending}
      aria-label={`${documentName(document.kind)}, ${document.number}`}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" />
      {documentName(document.kind)}
    </Button>
  )
}

/** What lawyers call these documents is on the documents; here it is what a treasurer looks for. */
function documentName(kind: string): string {
  if (kind === 'commissionStatement') return copy.statement
  return kind === 'remittanceAdvice' ? copy.remittance : copy.invoice
}

type Referral = RefererPortalOutput['referrals'][number]

const STATES: Record<CommissionState, { kind: StatusKind; text: string }> = {
  earned: { kind: 'not-started', text: copy.earned },
  carriedForward: { kind: 'forward', text: copy.carriedForward },
  due: { kind: 'pending', text: copy.due },
  paid: { kind: 'done', text: copy.paid },
  reversed: { kind: 'stop', text: copy.reversed },
}

/** The first of them; on a phone, where each is some lines, fewer. */
const FIRST = 8
const FIRST_ON_PHONE = 5

/** One row for each new customer’s first order, newest first, in a frame that scrolls. */
export function ReferralsTable({ referrals }: { referrals: readonly Referral[] }) {
  const isPhone = useMediaQuery('(width < 44rem)')
  const isPrinted = useMediaQuery('print')
  const [isWhole, setWhole] = useState(false)
  const first = isPhone ? FIRST_ON_PHONE : FIRST
  const isCut = !isPrinted && !isWhole && referrals.length > first
  if (referrals.length === 0) {
    return (
      <Box>
        <Empty
          symbol={<Users aria-hidden="true" />}
          title={copy.noReferrals}
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
    <>
      <ScrollList label={`${copy.referrals}, newest first`}>
        <DataTable
          caption={copy.referrals}
          rows={isCut ? referrals.slice(0, first) : referrals}
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
              onCard: 'right',
              cell: ({ commissionAmount }) => formatSum(commissionAmount),
            },
            {
              heading: copy.working,
              onCard: 'left',
              cell: ({ working }) => <span className="row-aside">{workingOf(working)}</span>,
            },
            {
              heading: 'Status',
              onCard: 'right',
              cell: (referral) => <ReferralStatus referral={referral} />,
            },
          ]}
        />
      </ScrollList>
      {isCut && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {referrals.length} referrals
        </Button>
      )}
      <p className="small">
        <Link className="link" to={`${paths.commissionTerms}#rate`}>
          {copy.workingExample}
        </Link>
      </p>
    </>
  )
}

/** "£70.20 − £11.70 VAT − £1.25 card fee = £57.25, 5% of it": a sum that can be done again by hand. */
function workingOf(working: Referral['working']): string {
  if (working === null) return '–'
  const { paid, vat, cardFee, net, percent } = working
  const withoutVat = isNothing(vat) ? '' : ` − ${formatSum(vat)} VAT`
  return `${formatSum(paid)}${withoutVat} − ${formatSum(cardFee)} card fee = ${formatSum(net)}, ${percent}% of it`
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

function noteOf(referral: Referral): string | null {
  const { earnedAmount, reversedAmount, correctedAmount, paidOutAmount, waitsForFee } = referral
  if (Number(reversedAmount) !== 0) {
    return copy.earnedAndReversed(size(earnedAmount), size(reversedAmount), formatSum(paidOutAmount))
  }
  if (Number(correctedAmount) !== 0) return copy.corrected(size(correctedAmount), Number(correctedAmount) > 0)
  return waitsForFee ? copy.waitsForFee : null
}

/** Without its sign: the words beside it say which way it went. */
function size(pounds: string): string {
  return formatSum(pounds.replace('-', ''))
}

type StandingProps = { states: RefererPortalOutput['states']; total: string }

/** Every penny in one place: the rows add up to the total. */
export function Standing({ states, total }: StandingProps) {
  const sum = (pounds: string) => formatSum(pounds)
  const forfeited: MoneyRow[] = isNothing(states.forfeited)
    ? []
    : [{ label: copy.standingForfeited, amount: sum(states.forfeited), kind: 'quiet' }]
  return (
    <MoneyRows
      rows={[
        { label: copy.standingPaid, amount: sum(states.paid) },
        { label: copy.standingDue, amount: sum(states.due) },
        { label: copy.standingCarried, amount: sum(states.carriedForward) },
        { label: copy.standingOpen, amount: sum(states.open) },
        ...forfeited,
        { label: copy.totalCommission, amount: sum(total), kind: 'total' },
      ]}
    />
  )
}

function isNothing(pounds: string): boolean {
  return Number(pounds) === 0
}

/** A frame of limited height around a long list (requirements §2); keys can scroll it too. */
function ScrollList({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reachable by keys
    <section className="scroll-list" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

/** "Q4 2026"; a label that lacks its year is read as requirements §3 says. */
export function quarterTitle(label: string): string {
  const quarter = parseQuarter(displayQuarterLabel(label))
  return quarter ? titleOf(quarter) : label
}
