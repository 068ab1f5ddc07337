import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'email-change'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  token: 'k3Jx0vQm8rT1yLw5',
  expiresAt: '2026-11-22T10:42:00.000Z',
}

export function subject(_props: Props): string {
  return 'Confirm your new email address'
}

/** To the new address: it becomes the account's only when whoever reads it says so. */
export function EmailChange({ site, username, token, expiresAt }: Props) {
  return (
    <Layout
      site={site}
      title="Confirm your new email address"
      preview="Your account moves to this address when you confirm it."
      reason="You get this email because this address was given as the new one of an account."
    >
      <Paragraph>
        Hello {username}. Confirm that this address is yours, and you sign in with it from then on. Every
        other device is signed out.
      </Paragraph>
      <Action
        href={`${site.publicUrl}/confirm-email?token=${encodeURIComponent(token)}`}
        label="Confirm new address"
      />
      <Quiet>
        The link works once, until {timeOfDay(expiresAt)} on {longDate(expiresAt)}. If you did not ask for
        this, do nothing: without this step nothing changes.
      </Quiet>
    </Layout>
  )
}
