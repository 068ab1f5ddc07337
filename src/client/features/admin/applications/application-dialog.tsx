import type { ReactNode } from 'react'
import { formatMinute } from '#client/lib/format.ts'
import { type Fact, KeyValues } from '#client/ui/detail-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { applicationReviewMessages } from '#shared/messages/admin.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import { ApplicationDecision } from './application-decision.tsx'
import { ApplicationStatus } from './application-status.tsx'

type ApplicationDialogProps = { application: ApplicationOutput; onClose: () => void }

/** Everything the applicant wrote; bank numbers stay masked. One that waits can be decided. */
export function ApplicationDialog({ application, onClose }: ApplicationDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={applicationReviewMessages.title} keepOpenOutside>
      <KeyValues details={detailsOf(application)} />
      {application.status === 'pending' && (
        <ApplicationDecision application={application} onDecided={onClose} />
      )}
    </Dialog>
  )
}

function detailsOf(application: ApplicationOutput): Fact[] {
  const address = [
    application.businessAddressLine1,
    application.businessAddressLine2,
    application.businessCity,
    application.businessPostcode,
    application.businessCountry,
  ]
  const vat = `Registered, ${application.vatNumber ?? 'no number given'}`
  const details: [string, ReactNode][] = [
    ['Status', <ApplicationStatus key="status" status={application.status} />],
    ['Applied', formatMinute(application.createdAt)],
    ['Applicant', application.applicantType === 'organization' ? 'Organization' : 'Individual'],
    ['Organization', application.organizationName],
    ['Full name', application.fullName],
    ['Email', <EmailText key="email" email={application.contactEmail} />],
    ['Phone', application.phoneNumber],
    ['Business name', application.businessName],
    ['Business number', application.businessNumber],
    ['VAT', application.isVatRegistered ? vat : 'Not registered'],
    ['Address', address.filter(Boolean).join(', ')],
    ['Account name', application.bankAccountName],
    ['Sort code', application.bankSortCode],
    ['Account number', application.bankAccountNumber],
    ['Notes', application.adminNotes],
  ]
  return details.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}
