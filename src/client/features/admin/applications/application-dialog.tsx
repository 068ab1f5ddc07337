import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { formatMinute, formatRate } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { detailsOf, KeyValues } from '#client/ui/detail-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { adminDashboardMessages, applicationReviewMessages } from '#shared/messages/admin.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import { ApplicationStatus, applicantName } from './applicants.tsx'

type ApplicationProps = { application: ApplicationOutput; onClose: () => void }

export function ApplicationDialog({ application, onClose }: ApplicationProps) {
  return (
    <Dialog open onOpenChange={onClose} title={applicationReviewMessages.title} keepOpenOutside>
      <KeyValues details={applicationDetails(application)} />
      {application.status === 'pending' && (
        <ApplicationDecision application={application} onClose={onClose} />
      )}
    </Dialog>
  )
}

function applicationDetails(application: ApplicationOutput) {
  const address = [
    application.businessAddressLine1,
    application.businessAddressLine2,
    application.businessCity,
    application.businessPostcode,
    application.businessCountry,
  ]
  const vat = `Registered, ${application.vatNumber ?? 'no number given'}`
  return detailsOf([
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
  ])
}

function ApplicationDecision({ application, onClose }: ApplicationProps) {
  const [isRejecting, setRejecting] = useState(false)
  const [notes, setNotes] = useState('')
  const { payoutVatRate } = usePageData()
  const utils = trpc.useUtils()
  const name = applicantName(application)

  const decide = trpc.admin.decideApplication.useMutation({
    onSuccess({ status, referralCode }) {
      const isApproved = status === 'approved'
      toast({
        title: isApproved ? 'Application Approved' : 'Application Rejected',
        description: isApproved
          ? `${name} is now a referer with the code ${referralCode}. A welcome email is on its way.`
          : `${name} is told by email.`,
        tone: 'good',
      })
      onClose()
    },
    onError: (error) => toastFailure(adminDashboardMessages.statusFailed, error),
    onSettled(_answer, error) {
      if (error && errorCode(error) !== 'APPLICATION_DECIDED') return
      void utils.admin.attention.invalidate()
      void utils.admin.refererApplications.invalidate()
      void utils.admin.referersSummary.invalidate()
    },
  })

  if (isRejecting) {
    return (
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          decide.mutate({ id: application.id, status: 'rejected', adminNotes: notes })
        }}
      >
        <Field
          label="Notes"
          optional
          hint="They are emailed to the applicant, who may apply again with the same email."
        >
          <Textarea value={notes} maxLength={4000} onChange={({ target }) => setNotes(target.value)} />
        </Field>
        <Row>
          <Button onClick={() => setRejecting(false)}>Back</Button>
          <Button type="submit" variant="danger" loading={decide.isPending} loadingText="Rejecting…">
            Reject application
          </Button>
        </Row>
      </form>
    )
  }
  return (
    <>
      <Note>
        Approving opens an account with the applicant’s own password, makes a referral code and sends a
        welcome email. Buyers get {defaultReferralDiscountPercent}% off, the referer{' '}
        {defaultCommissionPercent}% commission
        {application.isVatRegistered &&
          `, and ${formatRate(payoutVatRate)} on top of each payout for VAT: approving says that you have looked ${application.vatNumber ?? 'the number'} up with HMRC`}
        .
      </Note>
      <Row>
        <Button
          variant="danger"
          disabledWhy={decide.isPending && 'It is being approved.'}
          onClick={() => setRejecting(true)}
        >
          Reject
        </Button>
        <Button
          variant="go"
          loading={decide.isPending}
          loadingText="Approving…"
          onClick={() => decide.mutate({ id: application.id, status: 'approved' })}
        >
          Approve
        </Button>
      </Row>
    </>
  )
}
