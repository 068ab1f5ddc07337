import { Layout } from './components/layout.tsx'
import { Code, Paragraph, Quiet } from './components/text.tsx'
import { timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'admin-code'>

export const PreviewProps: Props = {
  site: previewSite,
  code: '407219',
  purpose: 'sign-in',
  expiresAt: '2026-11-21T10:52:00.000Z',
}

/** The code is not in the subject: a locked phone shows subjects. */
export function subject({ purpose }: Props): string {
  return purpose === 'sign-in' ? 'Your admin sign-in code' : 'Your admin confirmation code'
}

export function AdminCode({ site, code, purpose, expiresAt }: Props) {
  const use = purpose === 'sign-in' ? 'sign in to the back office' : 'confirm what you are about to do'

  return (
    <Layout
      site={site}
      title={purpose === 'sign-in' ? 'Sign-in code' : 'Confirmation code'}
      preview="Six digits, good for ten minutes."
      reason="You get this email because you are an admin of this shop."
      isForStaff
    >
      <Paragraph>Enter this code to {use}:</Paragraph>
      <Code>{code}</Code>
      <Quiet>
        It works once, until {timeOfDay(expiresAt)}; a newer code ends it. If you did not ask for it, somebody
        knows your password: set a new one on the server, with npm run admin -- reset and your address.
      </Quiet>
    </Layout>
  )
}
