import { Layout } from './components/layout.tsx'
import { Paragraph } from './components/text.tsx'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'application-received'>

export const PreviewProps: Props = { site: previewSite }

export function subject({ isAgain }: Props): string {
  return isAgain ? 'Your referer application is waiting already' : 'Your referer application has arrived'
}

/** Carries no name, like the mail that confirms an address. */
export function ApplicationReceived({ site, isAgain }: Props) {
  if (isAgain) return <WaitingAlready site={site} />
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

function WaitingAlready({ site }: Pick<Props, 'site'>) {
  return (
    <Layout
      site={site}
      title="Your application is waiting already"
      preview="A second one with this address was not kept."
      reason="You get this email because this address was given in a referer application."
    >
      <Paragraph>
        A referer application with this address was sent in again while one is waiting for its decision. The
        one that waits stands as it is, with its password; the second one was not kept.
      </Paragraph>
      <Paragraph>
        To put something right, reply to this email. If you did not apply again, there is nothing to do.
      </Paragraph>
    </Layout>
  )
}
