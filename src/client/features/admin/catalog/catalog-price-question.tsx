import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { catalogueMessages } from '#shared/messages/catalog.ts'
import { parsePounds } from '#shared/money/money.ts'
import type { CatalogueVideo } from '#shared/schemas/catalog-editing.ts'
import type { CatalogueForm } from './use-catalog-form.ts'

type PriceQuestionProps = Pick<CatalogueForm, 'question'> & { video: CatalogueVideo }

/** Asks before a price that looks like a slip of the keys is in the shop. */
export function PriceQuestion({ question, video }: PriceQuestionProps) {
  if (question.price === null) return null
  return (
    <ConfirmDialog
      open
      onOpenChange={question.refuse}
      title={catalogueMessages.priceQuestion}
      confirmText={catalogueMessages.savePrice(question.price)}
      onConfirm={question.confirm}
    >
      {catalogueMessages.unlikelyPrice(video.title, parsePounds(video.price), question.price)}
    </ConfirmDialog>
  )
}
