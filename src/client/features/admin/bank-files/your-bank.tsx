import { lazy, Suspense, useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Row, Split } from '#client/ui/layout.tsx'
import { bankFileMessages, LAYOUT_NAMES } from '#shared/messages/bank-files.ts'
import type { SellerAccountOutput } from '#shared/schemas/payout-run.ts'

const SellerAccountDialog = lazy(async () => ({
  default: (await import('./seller-account-dialog.tsx')).SellerAccountDialog,
}))
const StatementDialog = lazy(async () => ({
  default: (await import('./statement-dialog.tsx')).StatementDialog,
}))

/** The layout of bank files, the account that pays, and the bank's answer. */
export function YourBank() {
  const account = trpc.admin.sellerAccount.useQuery()
  const [open, setOpen] = useState<'account' | 'statement' | null>(null)
  const close = () => setOpen(null)
  if (account.isError && !account.data)
    return <FailedPart query={account} title="Your bank could not be loaded" className="admin-part" />
  if (!account.data) return null
  return (
    <section aria-labelledby="your-bank-heading" className="admin-part">
      <h2 id="your-bank-heading" className="admin-heading">
        {bankFileMessages.yourBank}
      </h2>
      <Split>
        <p>{accountText(account.data)}</p>
        <Row>
          <Button size="sm" onClick={() => setOpen('account')}>
            Change your bank
          </Button>
          <Button size="sm" onClick={() => setOpen('statement')}>
            Read a bank statement
          </Button>
        </Row>
      </Split>
      <Suspense>
        {open === 'account' && <SellerAccountDialog account={account.data} onClose={close} />}
        {open === 'statement' && <StatementDialog onClose={close} />}
      </Suspense>
    </section>
  )
}

function accountText({ layout, accountNumber, accountName }: SellerAccountOutput): string {
  const from = accountNumber === null ? '' : ` Paid from ${accountName}, ${accountNumber}.`
  return `Bank files are made for: ${LAYOUT_NAMES[layout]}.${from}`
}
