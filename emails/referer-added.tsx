import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { formatPounds } from '#shared/money/money.ts'
import { Action } from './components/action.tsx'
import { ReferralCodeMail } from './components/referral-code-mail.tsx'
import { Paragraph, Quiet, TextLink } from './components/text.tsx'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'referer-added'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  referralCode: 'HEDGEROW17',
  discountPercent: 10,
  commissionPercent: 5,
}

export function subject({ referralCode }: Props): string {
  return `Your referral code is ${referralCode}`
}

export function RefererAdded(props: Props) {
  const { publicUrl } = props.site
  return (
    <ReferralCodeMail
      {...props}
      reason="You get this email because the shop made you a referer."
      opening="We have made you a referer."
    >
      <Paragraph>
        Commission is paid each quarter from {formatPounds(minimumPayoutPence)} up; a smaller sum is carried
        forward. Add your bank details in the referer portal, at{' '}
        <TextLink href={`${publicUrl}/club-portal`}>{`${publicUrl}/club-portal`}</TextLink>
      </Paragraph>
      <Action href={`${publicUrl}/forgot-password?type=referer`} label="Set your password" />
      <Quiet>
        You sign in with the code. If you did not expect this, reply to this email: nothing happens until the
        code is used.
      </Quiet>
    </ReferralCodeMail>
  )
}
