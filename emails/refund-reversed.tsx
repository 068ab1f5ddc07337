import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, pounds } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'refund-undone'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  orderId: 'ord_7Q2M9',
  cause: 'refund-failed',
  totalPence: 5_400,
  creditNoteNumber: 'CN-000007',
  invoiceNumber: 'INV-000124',
  hasAccessOpened: true,
}

const TITLES: Record<Props['cause'], string> = {
  'refund-failed': 'Your refund came back to us',
  'dispute-won': 'Your payment stands',
}

export function subject({ cause }: Props): string {
  return TITLES[cause]
}

function whatHappened({ cause, totalPence }: Props): string {
  return cause === 'refund-failed'
    ? `Your bank did not take the refund of ${pounds(totalPence)}: the money is with us again.`
    : `The dispute over your payment was decided for the shop, so the ${pounds(totalPence)} came back to us.`
}

function whatToDo({ cause }: Props): string {
  return cause === 'refund-failed'
    ? 'Reply to this email, and we send it another way.'
    : 'If you think that is wrong, reply to this email.'
}

export function RefundReversed(props: Props) {
  const { site, username, creditNoteNumber, invoiceNumber } = props

  return (
    <Layout
      site={site}
      title={subject(props)}
      preview={whatHappened(props)}
      reason="You get this email because you paid in this shop."
    >
      <Paragraph>
        {hello(username)} {whatHappened(props)} {whatToDo(props)}
      </Paragraph>
      {props.hasAccessOpened && (
        <Paragraph>
          What had closed for it is open again until the day it would have closed anyway. Days already past
          are not added.
        </Paragraph>
      )}
      <Quiet>
        Invoice number {invoiceNumber} cancels credit note {creditNoteNumber} and is attached as a PDF; if you
        write, that is the number to give.
      </Quiet>
    </Layout>
  )
}
