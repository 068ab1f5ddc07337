import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { Pager, pageOf } from '#client/features/admin/parts/pager.tsx'
import { countPayouts, saveBankFile } from '#client/features/admin/payouts/payout-run.ts'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { formatPrice, formatShortMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Row } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import type { BankFilesOutput } from '#shared/schemas/payout-run.ts'
import { ReversePaymentsDialog } from './reverse-payments-dialog.tsx'

type File = BankFilesOutput[number]

const FILES_A_PAGE = 5

/** The bank files that were made, each to be downloaded again; nothing before the first. */
export function BankFiles() {
  const [page, setPage] = useState(0)
  const files = trpc.admin.bankFiles.useQuery()
  if (files.isError && !files.data)
    return <FailedPart query={files} title="Bank files could not be loaded" className="admin-part" />
  if (!files.data || files.data.length === 0) return null
  const { rows, shownPage, lastPage } = pageOf(files.data, { page, size: FILES_A_PAGE })
  return (
    <section aria-labelledby="bank-files-heading" className="admin-part">
      <h2 id="bank-files-heading" className="admin-heading">
        Bank files
      </h2>
      <DataTable caption="Bank files" rows={rows} rowKey={({ id }) => id} columns={COLUMNS} />
      <Pager label="Pages of bank files" page={shownPage} lastPage={lastPage} onPageChange={setPage} />
    </section>
  )
}

const COLUMNS: Column<File>[] = [
  { heading: 'File', rowHeading: true, cell: ({ filename }) => <span className="figure">{filename}</span> },
  { heading: 'Made', cell: (file) => <Made {...file} /> },
  { heading: 'Payouts', figure: true, cell: ({ payouts }) => payouts.toLocaleString('en-GB') },
  { heading: 'Sum', figure: true, cell: ({ totalAmount }) => formatPrice(totalAmount, { sums: true }) },
  { heading: 'State', cell: (file) => <State {...file} /> },
  { heading: 'Action', hideHeading: true, cell: (file) => <Actions file={file} /> },
]

/** One element: on a phone the parts of a cell stand beside each other. */
function Made({ madeAt, madeBy }: File) {
  return (
    <span>
      {formatShortMinute(madeAt)} <span className="second-line">{madeBy}</span>
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
  const [isAsking, setAsking] = useState(false)
  return (
    <Row>
      <DownloadAgain file={file} />
      {file.paid > 0 && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Take back the payments of ${file.filename}`}
          onClick={() => setAsking(true)}
        >
          Take back payments
        </Button>
      )}
      {isAsking && <ReversePaymentsDialog file={file} onClose={() => setAsking(false)} />}
    </Row>
  )
}

function DownloadAgain({ file: { id, filename } }: { file: File }) {
  const confirmed = useConfirmed()
  const download = trpc.admin.downloadBankFile.useMutation()

  async function run() {
    try {
      const file = await confirmed(() => download.mutateAsync({ id }))
      if (file !== NOT_CONFIRMED) saveBankFile(file)
    } catch (error) {
      toastFailure('Failed to download the bank file', error)
    }
  }

  return (
    <Button
      size="sm"
      aria-label={`Download ${filename} again`}
      loading={download.isPending}
      onClick={() => void run()}
    >
      Download again
    </Button>
  )
}
