import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, TextLink } from './components/text.tsx'
import { hello } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'welcome'>

export const PreviewProps: Props = { site: previewSite, username: 'Sam' }

export function subject(_props: Props): string {
  return 'Your account is open'
}

export function Welcome({ site, username }: Props) {
  return (
    <Layout
      site={site}
      title="Your account is open"
      preview="Where the films are, and where yours will be."
      reason="You get this email because you opened an account."
    >
      <Paragraph>
        {hello(username)} Seven films, one for each subject: choose one, or take the complete package. A film
        opens the moment it is paid for, and keeps your place when you stop.
      </Paragraph>
      <Action href={`${site.publicUrl}/#videos`} label="See the films" />
      <Paragraph>
        What you buy is under <TextLink href={`${site.publicUrl}/dashboard`}>My Videos</TextLink>. How to pay,
        watch and get help is under <TextLink href={`${site.publicUrl}/support`}>Support</TextLink>.
      </Paragraph>
    </Layout>
  )
}
