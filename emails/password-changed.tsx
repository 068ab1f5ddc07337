import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet, TextLink } from './components/text.tsx'
import { longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'password-changed'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'sam',
  how: 'changed',
  at: '2026-11-21T10:42:00.000Z',
}

export function subject(_props: Props): string {
  return 'Your password was changed'
}

const ways: Record<Props['how'], string> = {
  changed: 'on the account page, with the old password',
  reset: 'with the link mailed for it',
}

export function PasswordChanged({ site, username, how, at }: Props) {
  return (
    <Layout
      site={site}
      title="Your password was changed"
      preview="If that was you, there is nothing to do."
      reason="You get this email because you have an account with this address."
    >
      <Paragraph>
        Hello {username}. Your password was changed on {longDate(at)} at {timeOfDay(at)}, {ways[how]}. Every
        session opened with the old one has ended.
      </Paragraph>
      <Quiet>
        If that was you, there is nothing to do. If it was not,{' '}
        <TextLink href={`${site.publicUrl}/forgot-password`}>set a new password</TextLink> now, and reply to
        this email.
      </Quiet>
    </Layout>
  )
}
