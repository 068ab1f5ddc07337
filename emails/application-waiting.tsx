import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'application-waiting'>

export const PreviewProps: Props = {
  site: previewSite,
  applicantType: 'organization',
  name: 'Hedgerow Flying Club',
  contactName: 'Jo Sample',
  town: 'Little Crosswind',
  country: 'United Kingdom',
  at: '2026-11-21T10:42:00.000Z',
}

export function subject({ name }: Props): string {
  return `A referer’s application: ${name}`
}

/** An application that waits for a decision, for the instructor; what it says is read in the back office. */
export function ApplicationWaiting({ site, applicantType, name, contactName, town, country, at }: Props) {
  return (
    <Layout
      site={site}
      title="An application waits"
      preview={`${name}, ${town}. The answer is promised within 2-3 business days.`}
      reason="You get this email because applications to become a referer of this shop are told to this address."
      isForStaff
    >
      <Paragraph>
        {applicantType === 'organization'
          ? `${contactName} applies for ${name}, an organization in ${town}, ${country}.`
          : `${name} applies as an individual, from ${town}, ${country}.`}
      </Paragraph>
      <Paragraph>
        It has waited since {timeOfDay(at)} on {longDate(at)}. The page promises an answer within 2-3 business
        days.
      </Paragraph>
      <Quiet>Nobody has confirmed what was typed. Approving or rejecting mails the applicant.</Quiet>
      <Action href={`${site.publicUrl}/admin`} label="Open the back office" />
    </Layout>
  )
}
