import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { parsePounds } from '#shared/money/money.ts'
import type { AdminCatalogVideo } from '#shared/schemas/catalog-editing.ts'
import type { CatalogForm } from './use-catalog-form.ts'

type PriceQuestionProps = Pick<CatalogForm, 'question'> & { video: AdminCatalogVideo }

/** Asks before a price that looks like a slip of the keys is in the shop. */
export function PriceQuestion({ question, video }: PriceQuestionProps) {
  if (question.price === null) return null
  return (
    <ConfirmDialog
      open
      onOpenChange={question.refuse}
      title={catalogMessages.priceQuestion}
      confirmText={catalogMessages.savePrice(question.price)}
      onConfirm={question.confirm}
    >
      {catalogMessages.unlikelyPrice(video.title, parsePounds(video.price), question.price)}
    </ConfirmDialog>
  )
}
