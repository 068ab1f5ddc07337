import { Layout } from './components/layout.tsx'
import { Paragraph } from './components/text.tsx'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'application-received'>

export const PreviewProps: Props = { site: previewSite }

export function subject(_props: Props): string {
  return 'Your referer application has arrived'
}

/** Names nobody, as the mail that confirms an address. */
export function ApplicationReceived({ site }: Props) {
  return (
    <Layout
      site={site}
      title="Your application has arrived"
      preview="It is read within 2-3 business days."
      reason="You get this email because this address was given in a referer application."
    >
      <Paragraph>
        Your application to become a referer is here. It is read within 2-3 business days, and the decision
        comes by email.
      </Paragraph>
      <Paragraph>
        If it is approved, that email carries your referral code, and the password you chose opens the referer
        portal. Until then there is nothing to do.
      </Paragraph>
    </Layout>
  )
}
