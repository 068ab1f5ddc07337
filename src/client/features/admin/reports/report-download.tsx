import { Button } from '#client/ui/button.tsx'
import { useReportDownload } from './use-report-download.ts'

export function ReportDownload({ quarterYear }: { quarterYear: string }) {
  const download = useReportDownload(quarterYear)
  return (
    <Button
      size="sm"
      aria-label={`Download CSV of ${quarterYear}`}
      loading={download.isPending}
      loadingText="Downloading…"
      onClick={() => download.mutate()}
    >
      Download CSV
    </Button>
  )
}
