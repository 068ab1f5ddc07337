import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { documentsMessages } from '#shared/messages/account.ts'
import type { OrdersOutput } from '#shared/schemas/orders.ts'
import { saveDocument } from './save-file.ts'
import { toastError } from './toast-error.ts'
import { trpc } from './trpc.ts'

type Document = OrdersOutput[number]['documents'][number]

export const DOCUMENT_KINDS: Record<Document['kind'], string> = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
}

type DocumentButtonProps = {
  userId: string
  document: Pick<Document, 'id' | 'kind' | 'number'>
  /** Says what it downloads, where no row of a table does. */
  isNamed?: boolean
}

/** Downloads one of the student's own invoices or credit notes as the server made it. */
export function DocumentButton({ userId, document, isNamed = false }: DocumentButtonProps) {
  const { client } = trpc.useUtils()
  return (
    <DocumentDownload
      document={document}
      isNamed={isNamed}
      fetchDocument={() => client.checkout.document.query({ userId, documentId: document.id })}
      onFailed={(error) => {
        toastError(documentsMessages.downloadFailedTitle, error)
      }}
    />
  )
}

type DocumentDownloadProps = {
  document: Pick<Document, 'kind' | 'number'>
  isNamed?: boolean
  fetchDocument: () => Promise<Parameters<typeof saveDocument>[0]>
  onFailed: (error: unknown) => void
}

/** The button alone: whose document it is says who uses it. */
export function DocumentDownload(props: DocumentDownloadProps) {
  const { document, isNamed = false, fetchDocument, onFailed } = props
  const download = useMutation({ mutationFn: fetchDocument, onSuccess: saveDocument, onError: onFailed })
  return (
    <Button
      size="sm"
      loading={download.isPending}
      loadingText="PDF"
      aria-label={`Download ${DOCUMENT_KINDS[document.kind].toLowerCase()} ${document.number}`}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden="true" />
      {isNamed ? `Download the ${DOCUMENT_KINDS[document.kind].toLowerCase()} (PDF)` : 'PDF'}
    </Button>
  )
}
