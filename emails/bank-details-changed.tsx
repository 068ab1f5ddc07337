import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'bank-details-changed'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  accountEnding: '5678',
  at: '2026-11-21T10:42:00.000Z',
  isByAdmin: false,
}

export function subject(_props: Props): string {
  return 'Your bank details were changed'
}

export function BankDetailsChanged({ site, name, accountEnding, at, isByAdmin }: Props) {
  const now =
    accountEnding === null
      ? 'We know no bank account of yours now, so nothing can be paid out.'
      : `Commission will be paid to the account ending ${accountEnding}.`
  const how = isByAdmin ? 'by us' : 'in the referer portal, with your password'
  return (
    <Layout
      site={site}
      title="Your bank details were changed"
      preview={now}
      reason="You get this email because you are a referer of this shop."
    >
      <Paragraph>
        {hello(name)} On {longDate(at)} at {timeOfDay(at)} your bank details were changed {how}. {now}
      </Paragraph>
      {isByAdmin ? (
        <Quiet>If you did not ask for that, reply to this email at once.</Quiet>
      ) : (
        <>
          <Quiet>
            If that was you, there is nothing to do now: we check it with you before the next payout. If it
            was not, set a new password now and reply to this email at once.
          </Quiet>
          <Action href={`${site.publicUrl}/forgot-password?type=referer`} label="Set a new password" />
        </>
      )}
    </Layout>
  )
}
