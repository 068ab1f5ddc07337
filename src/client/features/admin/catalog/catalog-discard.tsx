import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { catalogMessages } from '#shared/messages/catalog.ts'

type DiscardUploadProps = {
  /** Null where the server knows nothing of it yet. */
  id: string | null
  name: string
  onDiscard?: () => void
  children?: string
}

export function DiscardUpload({ id, name, onDiscard, children = 'Discard' }: DiscardUploadProps) {
  const utils = trpc.useUtils()
  const discard = trpc.admin.catalog.discardUpload.useMutation()

  async function drop() {
    onDiscard?.()
    if (id === null) return
    try {
      await discard.mutateAsync({ id })
      toast({ title: catalogMessages.discarded, description: name })
    } catch (error) {
      toastFailure(catalogMessages.discardFailed, error)
    }
    await utils.admin.catalog.uploads.invalidate()
  }

  return (
    <Button
      size="sm"
      variant="quiet"
      loading={discard.isPending}
      aria-label={`${children} the upload of ${name}`}
      onClick={() => void drop()}
    >
      {children}
    </Button>
  )
}
