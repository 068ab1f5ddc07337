import type { ReactNode } from 'react'
import { hello } from '#emails/format.ts'
import type { EmailProps } from '#emails/props.ts'
import { Layout } from './layout.tsx'
import { Code, Paragraph, TextLink } from './text.tsx'

type ReferralCodeMailProps = EmailProps<'referer-added'> & {
  /** Why this mail comes. */
  reason: string
  /** What happened, before the code. */
  opening: string
  children: ReactNode
}

/** A mail that gives a referer their code and says what it earns. */
export function ReferralCodeMail(props: ReferralCodeMailProps) {
  const { site, name, referralCode, discountPercent, commissionPercent, reason, opening, children } = props
  const link = `${site.publicUrl}/?ref=${encodeURIComponent(referralCode)}`
  return (
    <Layout
      site={site}
      title="You are a referer"
      preview={`Your code takes ${discountPercent}% off and earns ${commissionPercent}%.`}
      reason={reason}
    >
      <Paragraph>
        {hello(name)} {opening} This is your referral code:
      </Paragraph>
      <Code>{referralCode}</Code>
      <Paragraph>
        It takes {discountPercent}% off for whoever uses it. You earn {commissionPercent}% of the first order
        of each new customer, reckoned on what was paid, less VAT and the card fee. Hand out the code, or this
        link, which fills it in: <TextLink href={link}>{link}</TextLink>
      </Paragraph>
      {children}
    </Layout>
  )
}
