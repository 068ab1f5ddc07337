import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'password-reset'>

export const PreviewProps: Props = {
  site: previewSite,
  account: 'student',
  name: 'Sam',
  token: 'k3Jx0vQm8rT1yLw5',
  expiresAt: '2026-11-21T10:57:00.000Z',
}

export function subject({ account }: Props): string {
  return account === 'referer' ? 'Set a new referer password' : 'Set a new password'
}

function resetUrl({ site, account, token }: Props): string {
  const value = encodeURIComponent(token)
  if (account === 'referer') return `${site.publicUrl}/referer-reset-password/${value}`
  return `${site.publicUrl}/reset-password?token=${value}&type=user`
}

export function PasswordReset(props: Props) {
  const { site, account, name, expiresAt } = props
  const where = account === 'referer' ? 'the referer portal' : 'your account'

  return (
    <Layout
      site={site}
      title="Set a new password"
      preview="The link works once, for 15 minutes."
      reason="You get this email because a new password was asked for with this address."
    >
      <Paragraph>
        {hello(name)} Choose a new password for {where} here.
      </Paragraph>
      <Action href={resetUrl(props)} label="Set a new password" />
      <Quiet>
        The link works once, for 15 minutes: until {timeOfDay(expiresAt)}. A new password ends every session
        that is open. If you did not ask for this, do nothing: your password stays as it is.
      </Quiet>
    </Layout>
  )
}
