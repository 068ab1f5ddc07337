import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet, TextLink } from './components/text.tsx'
import { hello, longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'password-changed'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  how: 'changed',
  at: '2026-11-21T10:42:00.000Z',
}

export function subject(_props: Props): string {
  return 'Your password was changed'
}

const places = { student: 'on the account page', referer: 'in the referer portal' }
const resetPaths = { student: '/forgot-password', referer: '/referer-reset-password' }

export function PasswordChanged({ site, account = 'student', username, how, at }: Props) {
  const way = how === 'reset' ? 'with the link mailed for it' : `${places[account]}, with the old password`
  return (
    <Layout
      site={site}
      title="Your password was changed"
      preview="If that was you, there is nothing to do."
      reason="You get this email because you have an account with this address."
    >
      <Paragraph>
        {hello(username)} Your password was changed on {longDate(at)} at {timeOfDay(at)}, {way}. Every session
        opened with the old one has ended.
      </Paragraph>
      <Quiet>
        If that was you, there is nothing to do. If it was not,{' '}
        <TextLink href={`${site.publicUrl}${resetPaths[account]}`}>set a new password</TextLink> now, and
        reply to this email.
      </Quiet>
    </Layout>
  )
}
