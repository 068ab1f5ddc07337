import { payoutVatPercent } from '#shared/limits.ts'
import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { MoneyRows } from './components/money-rows.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, longDate, pounds, quarterName } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'payout-paid'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  quarter: '2026-Q3',
  orderCount: 6,
  payoutPence: 4_512,
  vatPence: 902,
  totalPence: 5_414,
  paidAt: '2026-10-05T09:00:00.000Z',
  accountEnding: '5678',
  document: 'self-billing-invoice',
  documentNumber: 'SB-000012',
}

const documents: Record<Props['document'], string> = {
  'self-billing-invoice': 'Self-billing invoice',
  'commission-statement': 'Commission statement',
  'remittance-advice': 'Remittance advice',
}

export function subject({ quarter, totalPence }: Props): string {
  return `Your commission for ${quarterName(quarter)}: ${pounds(totalPence)}`
}

export function PayoutPaid(props: Props) {
  const { site, name, orderCount, payoutPence, vatPence, totalPence, paidAt } = props
  const quarter = quarterName(props.quarter)
  const rows = [
    {
      label: `Commission, ${quarter}`,
      note: orderCount === 1 ? '1 order' : `${orderCount} orders`,
      pence: payoutPence,
    },
    ...(vatPence === 0 ? [] : [{ label: `VAT at ${payoutVatPercent}%`, pence: vatPence }]),
  ]

  return (
    <Layout
      site={site}
      title="Your commission is paid"
      preview={`${pounds(totalPence)} for ${quarter}, paid on ${longDate(paidAt)}.`}
      reason="You get this email because you are a referer of this shop."
    >
      <Paragraph>
        {hello(name)} Your commission for {quarter} was paid on {longDate(paidAt)}
        {props.accountEnding === null ? '' : `, to the account ending ${props.accountEnding}`}.
      </Paragraph>
      <MoneyRows rows={rows} total={{ label: 'Paid', pence: totalPence }} />
      <Action href={`${site.publicUrl}/club-portal`} label="Open the referer portal" />
      <Quiet>
        {documents[props.document]} {props.documentNumber} is attached as a PDF, and in the portal for later.
        {props.document === 'remittance-advice' && ' Please send us your VAT invoice for this sum.'}
      </Quiet>
    </Layout>
  )
}
