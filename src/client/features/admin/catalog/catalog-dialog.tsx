import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { findCategory } from '#shared/catalog/catalog.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { parsePounds } from '#shared/money/money.ts'
import type { AdminCatalogVideo } from '#shared/schemas/catalog-editing.ts'
import { CatalogFields } from './catalog-fields.tsx'
import { CatalogFiles } from './catalog-files.tsx'
import { type CatalogForm, useCatalogForm } from './use-catalog-form.ts'
import type { Uploads } from './use-uploads.ts'

type CatalogDialogProps = { video: AdminCatalogVideo; uploads: Uploads; onClose: () => void }

/** One video: its words and price, and its files. What is typed is not lost by a slip. */
export function CatalogDialog({ video, uploads, onClose }: CatalogDialogProps) {
  const { question, ...editing } = useCatalogForm(video, onClose)
  const guard = useLeaveGuard(editing.form.formState.isDirty)
  const subject = findCategory(video.categorySlug)?.slug
  const leave = () => guard.leave(onClose)

  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        title={video.title}
        width="wide"
        keepOpenOutside
        symbol={subject && <SubjectSymbol category={subject} />}
      >
        <Tabs
          label={`What the shop has of ${video.title}`}
          tabs={[
            {
              value: 'details',
              label: 'Words and price',
              content: <CatalogFields {...editing} category={video.category} onLeave={leave} />,
            },
            {
              value: 'files',
              label: 'Files',
              content: <CatalogFiles owner="video" video={video} files={video.files} uploads={uploads} />,
            },
          ]}
        />
      </Dialog>
      <PriceQuestion question={question} video={video} />
      <LeaveQuestion guard={guard}>What you typed about {video.title} is not saved.</LeaveQuestion>
    </>
  )
}

type PriceQuestionProps = Pick<CatalogForm, 'question'> & { video: AdminCatalogVideo }

/** Asks before a price that looks like a slip of the keys is in the shop. */
function PriceQuestion({ question, video }: PriceQuestionProps) {
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
