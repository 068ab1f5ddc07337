import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { defaultCommissionPercent, defaultReferralDiscountPercent, payoutVatPercent } from '#shared/limits.ts'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import type { ApplicationOutput } from '#shared/schemas/admin-reports.ts'
import { applicantName } from './applications.ts'

type ApplicationDecisionProps = { application: ApplicationOutput; onDecided: () => void }

/** Approve at once, or reject with a word of explanation. Either is done once and cannot be taken back. */
export function ApplicationDecision({ application, onDecided }: ApplicationDecisionProps) {
  const [isRejecting, setRejecting] = useState(false)
  const [notes, setNotes] = useState('')
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
      onDecided()
    },
    onError: (error) => toastFailure(adminDashboardMessages.statusFailed, error),
    onSettled(_answer, error) {
      if (error && errorCode(error) !== 'APPLICATION_DECIDED') return
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
          `, and ${payoutVatPercent}% on top of each payout for VAT: approving says that you have looked ${application.vatNumber ?? 'the number'} up with HMRC`}
        .
      </Note>
      <Row>
        <Button variant="danger" disabled={decide.isPending} onClick={() => setRejecting(true)}>
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
