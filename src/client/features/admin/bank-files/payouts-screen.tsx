import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { ToCheck } from '#client/features/admin/payouts/review-notes.tsx'
import { adminNavMessages } from '#shared/messages/admin.ts'
import { BankFilePanel } from './bank-file-panel.tsx'
import { BankFiles } from './bank-files.tsx'
import { YourBank } from './your-bank.tsx'

/** What the clubs are to be paid, the files the bank was sent, and the account that pays. */
export function PayoutsScreen() {
  return (
    <AdminFrame title={adminNavMessages.payouts}>
      <BankFilePanel />
      <ToCheck />
      <BankFiles />
      <YourBank />
    </AdminFrame>
  )
}
