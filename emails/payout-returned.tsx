import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph } from './components/text.tsx'
import { hello, pounds, quarterName } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'payout-returned'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  quarter: '2026-Q3',
  totalPence: 5_414,
  accountEnding: '5678',
}

export function subject({ quarter }: Props): string {
  return `Your commission for ${quarterName(quarter)} came back from the bank`
}

export function PayoutReturned({ site, name, quarter, totalPence, accountEnding }: Props) {
  const account = accountEnding === null ? 'your account' : `the account ending ${accountEnding}`
  return (
    <Layout
      site={site}
      title="Your payment came back"
      preview={`${pounds(totalPence)} for ${quarterName(quarter)} did not arrive.`}
      reason="You get this email because you are a referer of this shop."
    >
      <Paragraph>
        {hello(name)} We sent {pounds(totalPence)}, your commission for {quarterName(quarter)}, to {account}.
        The bank sent it back.
      </Paragraph>
      <Paragraph>
        Please check the bank details in the referer portal. The payment is made again once they are right;
        its document stays as it is.
      </Paragraph>
      <Action href={`${site.publicUrl}/club-portal`} label="Check the bank details" />
    </Layout>
  )
}
