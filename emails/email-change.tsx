import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'email-change'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  token: 'k3Jx0vQm8rT1yLw5',
  expiresAt: '2026-11-22T10:42:00.000Z',
}

export function subject({ token }: Props): string {
  return token === null ? 'Your address has an account already' : 'Confirm your new email address'
}

/** To the new address: it becomes the account's once its reader confirms it. */
export function EmailChange({ site, username, token, expiresAt }: Props) {
  if (token === null) return <AddressTaken site={site} />
  return (
    <Layout
      site={site}
      title="Confirm your new email address"
      preview="Your account moves to this address when you confirm it."
      reason="You get this email because this address was given as the new one of an account."
    >
      <Paragraph>
        {hello(username)} Confirm that this address is yours, and you sign in with it from then on. Every
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

/** To the owner of an address that another account wants to change to; carries no name. */
function AddressTaken({ site }: Pick<Props, 'site'>) {
  return (
    <Layout
      site={site}
      title="Your address has an account already"
      preview="Another account asked for this address. Nothing changes."
      reason="You get this email because this address was given as the new one of an account."
    >
      <Paragraph>
        Another account of the shop asked to move to this address. It has an account already, so nothing
        changes: neither account, nor who signs in to it. Whoever asked was not told that there is one.
      </Paragraph>
      <Quiet>
        If it was you: sign in with this address, or give this account another address first and then ask
        again. If it was not you, there is nothing to do.
      </Quiet>
    </Layout>
  )
}
