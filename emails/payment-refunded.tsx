import { Layout } from './components/layout.tsx'
import { MoneyRows } from './components/money-rows.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, longDate, pounds } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'payment-refunded'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  orderId: 'ord_7Q2M9',
  refundedAt: '2026-11-25T14:05:00.000Z',
  reason: 'refund',
  lines: [{ title: 'Meteorology', pence: 5_400 }],
  totalPence: 5_400,
  creditNoteNumber: 'CN-000007',
  hasAccessEnded: true,
  isPaidOtherwise: false,
}

const why: Record<Props['reason'], string> = {
  refund: 'Your payment has been refunded.',
  'order-cancelled': 'Your payment came in after the order had been cancelled, so it goes back to you.',
  'already-owned':
    'You already owned what is listed here when the payment came in, so that part goes back to you.',
  disputed: 'You disputed a payment, and the bank returned it to you.',
}

export function subject({ totalPence }: Props): string {
  return `Refund of ${pounds(totalPence)}`
}

/** A bank that decided a dispute pays its customer itself. */
function sending({ reason, refundedAt, isPaidOtherwise }: Props): string {
  if (reason === 'disputed') return `We were told on ${longDate(refundedAt)}.`
  if (isPaidOtherwise) {
    return `What you paid with did not take it, so it was sent in another way on ${longDate(refundedAt)}.`
  }
  const sent = `It was sent on ${longDate(refundedAt)} to what you paid with.`
  return `${sent} Banks mostly take 5 to 10 working days to show it.`
}

export function PaymentRefunded(props: Props) {
  const { site, username, orderId, reason, lines, totalPence, creditNoteNumber } = props

  return (
    <Layout
      site={site}
      title={`Refund of ${pounds(totalPence)}`}
      preview={why[reason]}
      reason="You get this email because you paid in this shop."
    >
      <Paragraph>
        {hello(username)} {why[reason]} {sending(props)}
      </Paragraph>
      <MoneyRows
        rows={lines.map(({ title, pence }) => ({ label: title, pence }))}
        total={{ label: 'Refunded', pence: totalPence }}
      />
      {props.hasAccessEnded && <Paragraph>What was refunded is no longer open to watch.</Paragraph>}
      <Quiet>
        {creditNoteNumber === null
          ? `Order ${orderId}.`
          : `Credit note number ${creditNoteNumber} is attached as a PDF; if you write, that is the number to give.`}
      </Quiet>
    </Layout>
  )
}
