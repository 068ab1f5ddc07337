import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { formatPounds } from '#shared/money/money.ts'
import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Code, Paragraph, Quiet, TextLink } from './components/text.tsx'
import { hello } from './format.ts'
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

export function RefererAdded({ site, name, referralCode, discountPercent, commissionPercent }: Props) {
  const link = `${site.publicUrl}/?ref=${encodeURIComponent(referralCode)}`

  return (
    <Layout
      site={site}
      title="You are a referer"
      preview={`Your code takes ${discountPercent}% off and earns ${commissionPercent}%.`}
      reason="You get this email because the shop made you a referer."
    >
      <Paragraph>{hello(name)} We have made you a referer. This is your referral code:</Paragraph>
      <Code>{referralCode}</Code>
      <Paragraph>
        It takes {discountPercent}% off for whoever uses it. You earn {commissionPercent}% of the first order
        of each new customer, reckoned on what was paid, less VAT and the card fee. Hand out the code, or this
        link, which fills it in: <TextLink href={link}>{link}</TextLink>
      </Paragraph>
      <Paragraph>
        Commission is paid each quarter from {formatPounds(minimumPayoutPence)} up; a smaller sum is carried
        forward. Add your bank details in the referer portal, at{' '}
        <TextLink href={`${site.publicUrl}/club-portal`}>{`${site.publicUrl}/club-portal`}</TextLink>
      </Paragraph>
      <Action href={`${site.publicUrl}/forgot-password?type=referer`} label="Set your password" />
      <Quiet>
        You sign in with the code. If you did not expect this, reply to this email: nothing happens until the
        code is used.
      </Quiet>
    </Layout>
  )
}
