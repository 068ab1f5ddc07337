import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'vat-registration-waiting'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  vatNumber: 'GB123456782',
  at: '2026-11-21T10:42:00.000Z',
}

export function subject({ name }: Props): string {
  return `A VAT registration to check: ${name}`
}

/** A referer registered for VAT or changed the number: until the instructor has looked, no payout with VAT is paid. */
export function VatRegistrationWaiting({ site, name, vatNumber, at }: Props) {
  return (
    <Layout
      site={site}
      title="A VAT registration to check"
      preview={`${name}: ${vatNumber}. No payout with VAT is paid before you have looked.`}
      reason="You get this email because changes of what referers are paid are told to this address."
      isForStaff
    >
      <Paragraph>
        {name} says to be registered for VAT as {vatNumber}, since {timeOfDay(at)} on {longDate(at)}.
      </Paragraph>
      <Paragraph>
        Look it up with HMRC, on GOV.UK: it must be theirs. Then mark it as checked. Until you do, no payout
        with VAT is paid to them.
      </Paragraph>
      <Quiet>What they earned before the registration is paid without VAT.</Quiet>
      <Action href={`${site.publicUrl}/admin`} label="Open the back office" />
    </Layout>
  )
}
