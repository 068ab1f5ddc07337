import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet, TextLink } from './components/text.tsx'
import { hello, longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'email-changed'>

export const PreviewProps: Props = {
  site: previewSite,
  stage: 'asked',
  username: 'Sam',
  newEmail: 'sam.new@example.com',
  at: '2026-11-21T10:42:00.000Z',
}

const titles: Record<Props['stage'], string> = {
  asked: 'Your email address is about to change',
  done: 'Your email address was changed',
}

export function subject({ stage }: Props): string {
  return titles[stage]
}

/** To the old address, when the change is requested and when it is done: a thief does not read it there. */
export function EmailChanged(props: Props) {
  return (
    <Layout
      site={props.site}
      title={titles[props.stage]}
      preview="If that was you, there is nothing to do."
      reason="You get this email because this was the address of your account when the change was asked for."
    >
      {props.stage === 'asked' ? <Asked {...props} /> : <Done {...props} />}
    </Layout>
  )
}

function Asked({ site, username, newEmail, at, by }: Props) {
  return (
    <>
      <Paragraph>
        {hello(username)} On {longDate(at)} at {timeOfDay(at)} a change of your address to {newEmail} was
        asked for, {by === 'seller' ? 'through the instructor' : 'with your password'}. It happens when it is
        confirmed from there, within 24 hours.
      </Paragraph>
      <Quiet>
        If that was you, there is nothing to do here. If it was not,{' '}
        <TextLink href={`${site.publicUrl}/forgot-password`}>set a new password</TextLink> now: that stops the
        change and signs every device out.
      </Quiet>
    </>
  )
}

function Done({ username, newEmail, at }: Props) {
  return (
    <>
      <Paragraph>
        {hello(username)} Since {longDate(at)}, {timeOfDay(at)}, your account is signed in to with {newEmail},
        and this address gets no more mail from it.
      </Paragraph>
      <Quiet>
        If that was you, there is nothing to do. If it was not, reply to this email at once: from here it can
        be put right.
      </Quiet>
    </>
  )
}
