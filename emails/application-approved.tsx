import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { formatPounds } from '#shared/money/money.ts'
import { Action } from './components/action.tsx'
import { ReferralCodeMail } from './components/referral-code-mail.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'application-approved'>

export const PreviewProps: Props = {
  site: previewSite,
  name: 'Hedgerow Flying Club',
  referralCode: 'HEDGEROW17',
  discountPercent: 10,
  commissionPercent: 5,
  isVatRegistered: true,
}

export function subject({ referralCode }: Props): string {
  return `Your referral code is ${referralCode}`
}

export function ApplicationApproved({ isVatRegistered, ...props }: Props) {
  return (
    <ReferralCodeMail
      {...props}
      reason="You get this email because you applied to become a referer."
      opening="Your application is approved."
    >
      <Paragraph>
        Commission is paid each quarter from {formatPounds(minimumPayoutPence)} up; a smaller sum is carried
        forward.
        {isVatRegistered && ' You are VAT-registered, so VAT is paid on top.'}
      </Paragraph>
      <Action href={`${props.site.publicUrl}/club-portal`} label="Open the referer portal" />
      <Quiet>Sign in with the code and the password you chose in the application.</Quiet>
    </ReferralCodeMail>
  )
}
