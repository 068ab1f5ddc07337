import { useFileDownload } from '#client/features/admin/parts/use-file-download.ts'
import { Button } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { reportMessages } from '#shared/messages/reports.ts'

/** Prints the report, and downloads its file where it has one. */
export function ReportActions({ file }: { file?: { address: string; filename: string } }) {
  return (
    <Row className="report-actions">
      {file && <FileButton {...file} />}
      <Button size="sm" onClick={() => window.print()}>
        {reportMessages.print}
      </Button>
    </Row>
  )
}

function FileButton(file: { address: string; filename: string }) {
  const download = useFileDownload({ ...file, failure: reportMessages.downloadFailed })
  return (
    <Button
      size="sm"
      loading={download.isPending}
      loadingText="Downloading…"
      onClick={() => download.mutate()}
    >
      {reportMessages.download}
    </Button>
  )
}
