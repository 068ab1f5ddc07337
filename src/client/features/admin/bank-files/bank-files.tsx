import { useState } from 'react'
import { ActButton } from '#client/features/admin/act-button.tsx'
import { FailedPart } from '#client/features/admin/parts/failure.tsx'
import { PagedTable } from '#client/features/admin/parts/pager.tsx'
import { countPayouts } from '#client/features/admin/payouts/count-payouts.ts'
import { saveBankFile } from '#client/features/admin/payouts/payout-run.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatShortMinute, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { parsePounds } from '#shared/money/money.ts'
import { sumInWords } from '#shared/money/sum-in-words.ts'
import type { BankFilesOutput } from '#shared/schemas/payout-run.ts'

type File = BankFilesOutput[number]

/** The bank files that were made, each to be downloaded again; nothing before the first. */
export function BankFiles() {
  const files = trpc.admin.bankFiles.useQuery()
  if (files.isError && !files.data)
    return <FailedPart query={files} title="Bank files could not be loaded" className="admin-part" />
  if (!files.data || files.data.length === 0) return null
  return (
    <section aria-labelledby="bank-files-heading" className="admin-part">
      <h2 id="bank-files-heading" className="admin-heading">
        Bank files
      </h2>
      <PagedTable
        pagesLabel="Pages of bank files"
        pageSize={5}
        caption="Bank files"
        rows={files.data}
        rowKey={({ id }) => id}
        columns={COLUMNS}
      />
    </section>
  )
}

const COLUMNS: Column<File>[] = [
  { heading: 'File', rowHeading: true, cell: (file) => <Name {...file} /> },
  { heading: 'Made', onCard: 'left', cell: (file) => <Made {...file} /> },
  { heading: 'Sum', figure: true, onCard: 'right', cell: ({ totalAmount }) => formatSum(totalAmount) },
  { heading: 'State', onCard: 'right', cell: (file) => <State {...file} /> },
  { heading: 'Action', hideHeading: true, cell: (file) => <Actions file={file} /> },
]

/** One element, as below: on a phone the parts of a cell stand beside each other. */
function Name({ filename, payouts }: File) {
  return (
    <span>
      <span className="figure">{filename}</span> <span className="second-line">{countPayouts(payouts)}</span>
    </span>
  )
}

function Made({ madeAt, madeBy }: File) {
  return (
    <span>
      {formatShortMinute(madeAt)}{' '}
      <span className="second-line">
        <EmailText email={madeBy} />
      </span>
    </span>
  )
}

function State({ payouts, paid, unfrozen, repeated }: File) {
  return (
    <>
      {paid > 0 && (
        <Status kind={paid === payouts ? 'done' : 'pending'}>
          {paid === payouts ? 'All paid' : `${paid.toLocaleString('en-GB')} paid`}
        </Status>
      )}{' '}
      {unfrozen > 0 && <Status kind="stop">{unfrozen.toLocaleString('en-GB')} unfrozen</Status>}{' '}
      {repeated > 0 && (
        <Status kind="stop" wrap>
          {countPayouts(repeated)} of an earlier file
        </Status>
      )}{' '}
      {paid === 0 && unfrozen === 0 && <Status kind="not-started">Not marked as paid</Status>}
    </>
  )
}

function Actions({ file }: { file: File }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Row>
      <DownloadAgain file={file} />
      {file.paid > 0 && (
        <Button
          size="sm"
          aria-label={`Take back the payments of ${file.filename}`}
          onClick={() => setConfirming(true)}
        >
          Take back
        </Button>
      )}
      {isConfirming && <ReversePaymentsDialog file={file} onClose={() => setConfirming(false)} />}
    </Row>
  )
}

function DownloadAgain({ file: { id, filename } }: { file: File }) {
  return (
    <ActButton
      area="commissions"
      act={(admin) => admin.downloadBankFile.mutate({ id })}
      failed="Failed to download the bank file"
      onDone={saveBankFile}
      aria-label={`Download ${filename} again`}
    >
      Download
    </ActButton>
  )
}

type ReversePaymentsDialogProps = { file: BankFilesOutput[number]; onClose: () => void }

function ReversePaymentsDialog({ file, onClose }: ReversePaymentsDialogProps) {
  const what = `${countPayouts(file.paid)}, ${formatSum(file.paidAmount)}`
  const reverse = useAdminMutation({
    area: 'commissions',
    act: (admin) => admin.reversePayments.mutate({ bankFileId: file.id, totalAmount: file.paidAmount }),
    done: () => ({ title: adminDashboardMessages.paymentReversed, description: `${what}.`, tone: 'good' }),
    failed: adminDashboardMessages.reversalFailed,
    onSettled: onClose,
  })

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Take back the payments of ${file.filename}?`}
      confirmText={`Take back ${file.paid}`}
      danger
      loading={reverse.isPending}
      onConfirm={() => reverse.mutate()}
    >
      <p className="payout-sum">
        <strong>{what}</strong>
      </p>
      <p className="written-sum">{sumInWords(parsePounds(file.paidAmount))}.</p>
      <p className="payout-question-line">
        They go back to pending, stay in the file and keep the numbers of their documents. Emails that have
        not left are withdrawn; those that have are not called back. No money moves by this.
      </p>
    </ConfirmDialog>
  )
}
