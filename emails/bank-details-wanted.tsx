import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph } from './components/text.tsx'
import { hello, pounds } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'bank-details-wanted'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  unpaidPence: 5_414,
  hasPortal: true,
}

export function subject(_props: Props): string {
  return 'We need your bank details to pay your commission'
}

export function BankDetailsWanted({ site, name, unpaidPence, hasPortal }: Props) {
  return (
    <Layout
      site={site}
      title="Your bank details, please"
      preview={`${pounds(unpaidPence)} of commission waits for them.`}
      reason="You get this email because you are a referer of this shop."
    >
      <Paragraph>
        {hello(name)} You have earned {pounds(unpaidPence)} that is not paid yet. We know no bank account of
        yours, or not all of it: account name, sort code and account number.
      </Paragraph>
      {hasPortal ? (
        <>
          <Paragraph>
            Please enter them in the referer portal, with your password. We never ask for them by email.
          </Paragraph>
          <Action href={`${site.publicUrl}/club-portal`} label="Enter the bank details" />
        </>
      ) : (
        <Paragraph>
          The portal is closed to you: please reply to this email, and we ring you for them.
        </Paragraph>
      )}
    </Layout>
  )
}
