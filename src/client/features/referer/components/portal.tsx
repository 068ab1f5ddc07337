import type { RefererAccountOutput } from '#shared/schemas/referer-portal.ts'
import { Page, Split } from '../../../ui/wrap.tsx'
import { SECTIONS } from '../sections.ts'
import { BankSection } from './bank-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { Earnings } from './earnings.tsx'
import { LogOutButton } from './log-out-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { PortalSection } from './portal-section.tsx'
import { SelfBillingSection } from './self-billing-section.tsx'
import { ShareSection } from './share-section.tsx'

type PortalProps = { account: RefererAccountOutput; onLeft: () => void }

/** What a referer sees of their own: the money first, then the code to hand out, then what can be changed. */
export function Portal({ account, onLeft }: PortalProps) {
  const { name, referralCode, discountPercentage, commissionPercentage } = account
  return (
    <Page>
      <Split>
        <h1 className="min-w-0 break-words">{name}</h1>
        <LogOutButton onLeft={onLeft} />
      </Split>
      <p className="lede">
        Your code is <strong className="code">{referralCode}</strong>: {discountPercentage}% off for whoever
        uses it, {commissionPercentage}% commission for you.
      </p>
      <Earnings />
      <ShareSection code={referralCode} />
      <DetailsSection account={account} />
      <BankSection account={account} />
      <SelfBillingSection account={account} />
      <PortalSection {...SECTIONS.password}>
        <PasswordForm code={referralCode} />
      </PortalSection>
    </Page>
  )
}
