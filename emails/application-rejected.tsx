import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Subheading } from './components/text.tsx'
import { hello } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'application-rejected'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  notes:
    'We could not find the club under this name.\nPlease apply again with the registered name and number.',
}

export function subject(_props: Props): string {
  return 'Your referer application'
}

export function ApplicationRejected({ site, name, notes }: Props) {
  return (
    <Layout
      site={site}
      title="Your application was not approved"
      preview={notes === null ? 'You may apply again.' : 'The reason is inside, and you may apply again.'}
      reason="You get this email because you applied to become a referer."
    >
      <Paragraph>{hello(name)} Your application to become a referer was not approved.</Paragraph>
      {notes !== null && <Subheading>Notes</Subheading>}
      {notes?.split(/\r?\n/).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text, rendered once
        <Paragraph key={index}>{line}</Paragraph>
      ))}
      <Paragraph>You may apply again, with the same address. To ask about it, reply to this email.</Paragraph>
      <Action href={`${site.publicUrl}/referer-register`} label="Apply again" />
    </Layout>
  )
}
