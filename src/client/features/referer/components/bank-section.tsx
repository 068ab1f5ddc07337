import { useState } from 'react'
import { SECTIONS } from '#client/features/referer/sections.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { KeyValues } from '#client/ui/detail-list.tsx'
import { refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import type { RefererAccountOutput } from '#shared/schemas/referer-portal.ts'
import { BankForm } from './bank-form.tsx'
import { PortalSection } from './portal-section.tsx'

/** Where a referer is paid, masked; a change asks for the password and waits for an admin's eye. */
export function BankSection({ account }: { account: RefererAccountOutput }) {
  const [isChanging, setChanging] = useState(false)
  const { bankName, accountName, sortCode, accountNumber, bankChangeWaits } = account
  return (
    <PortalSection {...SECTIONS.bank}>
      {accountNumber === null ? (
        <Note tone="caution">{words.bankNone}</Note>
      ) : (
        <KeyValues
          details={[
            { label: 'Account name', value: accountName ?? '–' },
            ...(bankName === null ? [] : [{ label: 'Bank', value: bankName }]),
            { label: 'Sort code', value: <span className="figure">{sortCode ?? '–'}</span> },
            { label: 'Account number', value: <span className="figure">{accountNumber}</span> },
          ]}
        />
      )}
      {bankChangeWaits && <Note tone="caution">{words.bankWaits}</Note>}
      {isChanging ? (
        <BankForm code={account.referralCode} onDone={() => setChanging(false)} />
      ) : (
        <Button onClick={() => setChanging(true)}>
          {accountNumber === null ? 'Add bank details' : 'Change bank details'}
        </Button>
      )}
    </PortalSection>
  )
}
