import { useMutation } from '@tanstack/react-query'
import { Download, Wallet } from 'lucide-react'
import { quarterTitle } from '#client/features/referer/quarter-title.ts'
import { errorText } from '#client/lib/error-text.ts'
import { formatPrice, formatShortDay } from '#client/lib/format.ts'
import { saveDocument } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { Box } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { RefererPortalOutput } from '#shared/schemas/referer-portal.ts'
import { ScrollList } from './scroll-list.tsx'

type Payout = RefererPortalOutput['payouts'][number]

/** Newest first, in a frame that scrolls; a paid one says when, and has its document to download. */
export function PayoutsTable({ payouts }: { payouts: readonly Payout[] }) {
  if (payouts.length === 0) {
    return (
      <Box>
        <Empty symbol={<Wallet aria-hidden="true" />} title={words.noPayouts}>
          Each quarter is added up in the first days of the next and then sent by bank transfer, from{' '}
          {formatPounds(minimumPayoutPence)} up. Less is carried{'\u00a0'}forward.
        </Empty>
      </Box>
    )
  }
  const sum = (pounds: string) => formatPrice(pounds, { sums: true })
  return (
    <ScrollList label={`${words.payouts}, newest first`}>
      <DataTable
        caption={words.payouts}
        rows={payouts}
        rowKey={({ id }) => id}
        columns={[
          {
            heading: 'Quarter',
            rowHeading: true,
            cell: ({ quarterYear }) => <span className="figure">{quarterTitle(quarterYear)}</span>,
          },
          { heading: 'Orders', figure: true, wideOnly: true, cell: ({ commissionCount }) => commissionCount },
          { heading: 'Commission', figure: true, cell: ({ payoutAmount }) => sum(payoutAmount) },
          {
            heading: 'VAT',
            figure: true,
            cell: ({ vatAmount }) => (Number(vatAmount) === 0 ? '–' : sum(vatAmount)),
          },
          { heading: 'Payout', figure: true, cell: ({ totalPayoutAmount }) => sum(totalPayoutAmount) },
          { heading: 'Status', cell: (payout) => <PayoutStatus payout={payout} /> },
          { heading: 'Document', hideHeading: true, cell: (payout) => <DocumentButton payout={payout} /> },
        ]}
      />
    </ScrollList>
  )
}

function PayoutStatus({ payout: { status, paidAt } }: { payout: Payout }) {
  if (status === 'pending') return <Status kind="pending">{words.due}</Status>
  return (
    <span>
      <Status kind="done">{words.paid}</Status>
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
      toast({ title: words.downloadFailed, description: text, tone: 'bad' })
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
  if (kind === 'commissionStatement') return words.statement
  return kind === 'remittanceAdvice' ? words.remittance : words.invoice
}
