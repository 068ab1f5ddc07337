import { requestReasons } from '#shared/messages/refund-requests.ts'
import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { listOf, longDate, pounds } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'refund-request-waiting'>

export const PreviewProps: Props = {
  site: previewSite,
  orderId: 'ord_7Q2M9',
  invoiceNumber: 'INV-000123',
  titles: ['Navigation'],
  amountPence: 5_400,
  exchangeFor: null,
  reason: 'wrongVideo',
  daysSince: 2,
  hasConsent: true,
  watched: [{ title: 'Navigation', percent: 12 }],
  dueAt: null,
}

function what({ titles, amountPence, exchangeFor }: Props): string {
  if (exchangeFor !== null) return `${exchangeFor} in place of ${listOf(titles)}`
  return `${amountPence === null ? 'Money' : pounds(amountPence)} back for ${listOf(titles)}`
}

export function subject(props: Props): string {
  return `Asked for: ${what(props)} (${props.invoiceNumber})`
}

/** A request that waits for a decision, for the instructor; what the student wrote is read in the back office. */
export function RefundRequestWaiting(props: Props) {
  const { site, orderId, reason, daysSince, hasConsent, watched, dueAt } = props
  const begun = watched.filter(({ percent }) => percent > 0)
  return (
    <Layout
      site={site}
      title="A student asks back"
      preview={`${what(props)}: ${requestReasons[reason]}.`}
      reason="You get this email because requests for refunds in this shop are told to this address."
      isForStaff
    >
      <Paragraph>
        {what(props)}: {requestReasons[reason]}.
      </Paragraph>
      {dueAt !== null && (
        <Paragraph>
          <strong>Cancelled within the 14 days: refund it by {longDate(dueAt)}.</strong>
        </Paragraph>
      )}
      <Paragraph>
        {daysSince === 0 ? 'Bought today.' : `Bought ${daysSince} ${daysSince === 1 ? 'day' : 'days'} ago.`}{' '}
        {begun.length === 0
          ? 'Nothing was watched.'
          : `Watched: ${begun.map(({ title, percent }) => `${title} ${percent}%`).join(', ')}.`}{' '}
        {hasConsent ? 'The right to cancel was given up before paying.' : 'The right to cancel was kept.'}
      </Paragraph>
      <Quiet>What the student wrote, and the answer in one step, are on the order’s page.</Quiet>
      <Action href={`${site.publicUrl}/admin/orders/${encodeURIComponent(orderId)}`} label="Open the order" />
    </Layout>
  )
}
