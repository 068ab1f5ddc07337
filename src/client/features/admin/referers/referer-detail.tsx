import { useState } from 'react'
import { DialogSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { quarterRows } from '#client/features/admin/payouts/quarter-rows.ts'
import { QuarterSalesDialog } from '#client/features/admin/payouts/quarter-sales-dialog.tsx'
import { QuarterTable } from '#client/features/admin/payouts/quarter-table.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-admin-mutation.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { RefererOutput, RefererSummaryOutput } from '#shared/schemas/admin-reports.ts'
import { EditRefererDialog } from './edit-referer-dialog.tsx'

export function RefererDetail({ summary: { club, overpaidCommission } }: { summary: RefererSummaryOutput }) {
  return (
    <div className="row-detail">
      <p className="small referer-row-part">
        {club.contactName}, <EmailText email={club.contactEmail} />. Buyers{' '}
        {club.endedAt === null ? 'get' : 'got'} {club.discountPercentage}% off, the club{' '}
        {club.commissionPercentage}% of the net price
        {club.isVatRegistered && ', VAT on top'}.
        {club.endedAt !== null && <strong> Ended on {formatShortDay(club.endedAt)}.</strong>}
      </p>
      {overpaidCommission !== '0.00' && (
        <p className="small referer-row-part">
          <strong>Overpaid by {formatSum(overpaidCommission)}:</strong>{' '}
          {club.endedAt === null
            ? 'refunds came after the payout. It is taken off what they earn next.'
            : 'refunds came after the payout, and the agreement has ended. Ask for it back.'}
        </p>
      )}
      <RefererActs club={club} />
      <Quarters
        clubId={club.id}
        clubName={club.name}
        hasBankDetails={club.sortCode !== null && club.accountNumber !== null}
      />
    </div>
  )
}

type QuartersProps = { clubId: string; clubName: string; hasBankDetails: boolean }

function Quarters({ clubId, clubName, hasBankDetails }: QuartersProps) {
  const payouts = trpc.admin.refererPayouts.useQuery({ id: clubId })
  const ledger = trpc.admin.refererQuarters.useQuery({ id: clubId })
  const [quarter, setQuarter] = useState<string | null>(null)

  return (
    <>
      <Fetched query={payouts}>
        {(paid) => (
          <Fetched query={ledger}>
            {(quarters) => {
              // The running quarter is the one in which the figures were fetched.
              const rows = quarterRows({ payouts: paid, quarters }, new Date(ledger.dataUpdatedAt))
              if (rows.length === 0) return <p className="quiet">{adminDashboardMessages.noQuarters}</p>
              return (
                <QuarterTable
                  clubName={clubName}
                  hasBankDetails={hasBankDetails}
                  rows={rows}
                  onOpenQuarter={setQuarter}
                />
              )
            }}
          </Fetched>
        )}
      </Fetched>
      {quarter !== null && (
        <QuarterSalesDialog
          clubId={clubId}
          clubName={clubName}
          quarterYear={quarter}
          onClose={() => setQuarter(null)}
        />
      )}
    </>
  )
}

function RefererActs({ club }: { club: RefererOutput }) {
  const [open, setOpen] = useState<'edit' | 'end' | null>(null)
  const close = () => setOpen(null)
  return (
    <Row className="referer-row-part">
      <Button size="sm" aria-label={`Edit details of ${club.name}`} onClick={() => setOpen('edit')}>
        Edit details
      </Button>
      {club.endedAt === null && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`End the agreement with ${club.name}`}
          onClick={() => setOpen('end')}
        >
          End agreement
        </Button>
      )}
      {open === 'edit' && <EditRefererDialog club={club} onClose={close} />}
      {open === 'end' && <EndRefererDialog referer={club} onClose={close} />}
    </Row>
  )
}

type EndRefererDialogProps = { referer: RefererOutput; onClose: () => void }

function EndRefererDialog({ referer, onClose }: EndRefererDialogProps) {
  const [reason, setReason] = useState('')
  const commissionsChanged = useCommissionsChanged()
  const end = trpc.admin.endReferer.useMutation({
    onSuccess({ forfeitedAmount }) {
      const forfeited = `${formatSum(forfeitedAmount)} forfeited.`
      toast({
        title: 'Agreement Ended',
        description: forfeitedAmount === '0.00' ? referer.name : `${referer.name}, ${forfeited}`,
        tone: 'good',
      })
      onClose()
    },
    onError: (error) => toastFailure('Failed to end the agreement', error),
    onSettled(_answer, error) {
      if (error && errorCode(error) !== 'REFERER_ENDED') return
      commissionsChanged()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`End the agreement with ${referer.name}`}
      description={`The code stops working and the portal is closed to them. ${formatPounds(minimumPayoutPence)} or more that is unpaid is paid at the next close of a quarter; less is forfeited. This cannot be undone.`}
      keepOpenOutside
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          end.mutate({ id: referer.id, reason })
        }}
      >
        <Field label="Reason" optional hint="For your own records.">
          <Textarea value={reason} maxLength={1000} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <DialogSubmit variant="danger" loading={end.isPending} loadingText="Ending…">
          End agreement
        </DialogSubmit>
      </form>
    </Dialog>
  )
}
