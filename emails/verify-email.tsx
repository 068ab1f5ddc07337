import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'verify-email'>

export const PreviewProps: Props = {
  site: previewSite,
  token: 'k3Jx0vQm8rT1yLw5',
  expiresAt: '2026-11-22T10:42:00.000Z',
}

export function subject(_props: Props): string {
  return 'Confirm your email address'
}

/** Carries no name: the address may belong to a stranger, and the name may be any text. */
export function VerifyEmail({ site, token, expiresAt }: Props) {
  return (
    <Layout
      site={site}
      title="Confirm your email address"
      preview="One press and you can sign in."
      reason="You get this email because this address was given to open an account."
    >
      <Paragraph>Confirm that this address is yours, and you can sign in.</Paragraph>
      <Action
        href={`${site.publicUrl}/verify-email?token=${encodeURIComponent(token)}`}
        label="Confirm address"
      />
      <Quiet>
        The link works once, until {timeOfDay(expiresAt)} on {longDate(expiresAt)}. If you did not open an
        account, do nothing: without this step nobody can use it.
      </Quiet>
    </Layout>
  )
}
