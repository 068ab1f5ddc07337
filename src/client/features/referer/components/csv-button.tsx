import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorText } from '#client/lib/error-text.ts'
import { saveDocument } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'

/** Saves the rows of a table for a spreadsheet, with what the screen leaves out. */
export function CsvButton({ of }: { of: 'referrals' | 'payouts' }) {
  const { client } = trpc.useUtils()
  const download = useMutation({
    mutationFn: () => client.referer.csv.query({ of }),
    onSuccess: (file) => saveDocument({ ...file, type: 'text/csv' }),
    onError(error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: copy.downloadFailed, description: text, tone: 'bad' })
    },
  })
  return (
    <Button
      size="sm"
      loading={download.isPending}
      aria-label={`${copy[of]}, ${copy.csv}`}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" />
      {copy.csv}
    </Button>
  )
}
