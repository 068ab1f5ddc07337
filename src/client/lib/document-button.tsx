import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { papersMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { OrdersOutput } from '#shared/schemas/orders.ts'
import { errorText } from './error-text.ts'
import { savePaper } from './save-file.ts'
import { toast } from './toast.ts'
import { trpc } from './trpc.ts'

type Paper = OrdersOutput[number]['papers'][number]

export const PAPER_KINDS: Record<Paper['kind'], string> = { invoice: 'Invoice', creditNote: 'Credit note' }

/** Downloads one of the student's own invoices or credit notes as the server made it. */
export function PaperButton({ userId, paper }: { userId: string; paper: Paper }) {
  const { client } = trpc.useUtils()
  return (
    <PaperDownload
      paper={paper}
      fetchPaper={() => client.checkout.document.query({ userId, documentId: paper.id })}
      onFailed={(error) => {
        const text = errorText(error, networkMessages.failed)
        toast({ title: papersMessages.downloadFailedTitle, description: text, tone: 'bad' })
      }}
    />
  )
}

type PaperDownloadProps = {
  paper: Pick<Paper, 'kind' | 'number'>
  fetchPaper: () => Promise<Parameters<typeof savePaper>[0]>
  onFailed: (error: unknown) => void
}

/** The button alone: whose paper it is says who uses it. */
export function PaperDownload({ paper, fetchPaper, onFailed }: PaperDownloadProps) {
  const download = useMutation({ mutationFn: fetchPaper, onSuccess: savePaper, onError: onFailed })
  return (
    <Button
      size="sm"
      loading={download.isPending}
      loadingText="PDF"
      aria-label={`Download ${PAPER_KINDS[paper.kind].toLowerCase()} ${paper.number}`}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" />
      PDF
    </Button>
  )
}
