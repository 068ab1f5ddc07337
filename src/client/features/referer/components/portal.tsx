import { SECTIONS } from '#client/features/referer/sections.ts'
import { PasswordForm } from '#client/features/referer/sign-in/password-form.tsx'
import type { RefererAccountOutput } from '#shared/schemas/referer-portal.ts'
import { BankSection } from './bank-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { Earnings } from './earnings.tsx'
import { PortalSection } from './portal-section.tsx'
import { SelfBillingSection } from './self-billing-section.tsx'
import { ShareSection } from './share-section.tsx'

/** What a referer sees of their own: the money first, then the code to hand out, then what can be changed. */
export function Portal({ account }: { account: RefererAccountOutput }) {
  const { referralCode } = account
  return (
    <>
      <Earnings />
      <ShareSection code={referralCode} />
      <DetailsSection account={account} />
      <BankSection account={account} />
      <SelfBillingSection account={account} />
      <PortalSection {...SECTIONS.password} isOnScreenOnly>
        <PasswordForm code={referralCode} />
      </PortalSection>
    </>
  )
}

export function CodeLine({ account }: { account: RefererAccountOutput }) {
  const { referralCode, discountPercentage, commissionPercentage } = account
  return (
    <p>
      Your code is <strong className="code">{referralCode}</strong>: {discountPercentage}% off for whoever
      uses it, {commissionPercentage}% commission for you.
    </p>
  )
}
