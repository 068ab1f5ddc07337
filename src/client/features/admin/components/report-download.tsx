import { useMutation } from '@tanstack/react-query'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'

/** Fetches the file whole before it is saved, so that one that broke off is not taken for the report. */
export function ReportDownload({ quarterYear }: { quarterYear: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const answer = await fetch(`/api/admin/quarterly-report/${quarterYear}`)
      if (!answer.ok) throw new Error(`${answer.status}`)
      return answer.blob()
    },
    onSuccess: (file) => saveFile(file, `quarterly-report-${quarterYear}.csv`),
    onError: () => toast({ title: adminDashboardMessages.reportFailed, tone: 'bad' }),
  })
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
