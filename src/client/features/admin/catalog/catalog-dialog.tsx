import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { failureText, toastFailure } from '#client/features/admin/parts/failure.tsx'
import { errorField } from '#client/lib/error-text.ts'
import { fieldsOf } from '#client/lib/field-of.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx'
import { Field, Textarea, TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { SubjectSymbol } from '#client/ui/subject-symbol.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { findCategory } from '#shared/catalog/catalog.ts'
import { isUnlikelyPrice, readPounds } from '#shared/catalog/catalog-rules.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { type Pence, parsePounds } from '#shared/money/money.ts'
import { type AdminCatalogVideo, updateVideoInput } from '#shared/schemas/catalog-editing.ts'
import { CatalogFiles } from './catalog-files.tsx'
import { asTyped, lengthWarning } from './catalog-rows.ts'
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
              content: <CatalogFields {...editing} video={video} onLeave={leave} />,
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

type CatalogFieldsProps = Omit<CatalogForm, 'question'> & { video: AdminCatalogVideo; onLeave: () => void }

function CatalogFields({ form, submit, isSaving, video, onLeave }: CatalogFieldsProps) {
  const field = fieldsOf(form)
  // A file of the folder may be a sample that stands in for the video.
  const measured = video.files.find(({ slot, isUploaded }) => slot === 'film' && isUploaded)
  const length = measured ? lengthWarning(measured.durationSeconds, form.watch('durationMinutes')) : null
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={isSaving}>
        <p>
          Subject <b>{video.category}</b>
          <span className="second-line">One film for each subject: it stays.</span>
        </p>
        <TextField label="Title" autoComplete="off" {...field('title')} />
        <Field label="Description" error={form.formState.errors.description?.message}>
          <Textarea rows={5} {...form.register('description')} />
        </Field>
        <div className="grid-auto">
          <TextField
            label="Price, £"
            hint="With VAT. Orders that exist keep theirs."
            look="sum"
            inputMode="decimal"
            autoComplete="off"
            {...field('price')}
          />
          <TextField
            label="Length, minutes"
            hint="As the page shows it."
            look="sum"
            inputMode="numeric"
            autoComplete="off"
            {...field('durationMinutes', { valueAsNumber: true })}
          />
        </div>
        {length && (
          <Note tone="caution" live="status">
            {length}
          </Note>
        )}
        <Row>
          <Button onClick={onLeave}>Cancel</Button>
          <Button type="submit" variant="go" loading={isSaving} loadingText="Saving…">
            Save changes
          </Button>
        </Row>
      </BusyFieldset>
    </form>
  )
}

type Values = z.input<typeof updateVideoInput>

function valuesOf({ id, updatedAt, title, description, price, durationMinutes }: AdminCatalogVideo): Values {
  return { id, updatedAt, title, description, price: asTyped(price), durationMinutes }
}

function useCatalogForm(video: AdminCatalogVideo, onSaved: () => void) {
  const form = useForm<Values, unknown, Values>({
    // The server reads the price itself: it is sent as it was typed.
    resolver: zodResolver(updateVideoInput, undefined, { raw: true }),
    defaultValues: valuesOf(video),
    // A video published in the other tab changes the minutes; what is typed here stays.
    values: valuesOf(video),
    resetOptions: { keepDirtyValues: true },
  })
  const utils = trpc.useUtils()
  const update = trpc.admin.catalog.updateVideo.useMutation()

  const { isSubmitting } = form.formState
  const focusLater = useLaterFocus(isSubmitting)

  // The new price while the person is asked whether it is right.
  const [doubted, setDoubted] = useState<Pence | null>(null)

  const submit = form.handleSubmit(async (values) => {
    const price = readPounds(values.price)
    if (price === null || !isUnlikelyPrice({ before: parsePounds(video.price), after: price })) {
      return save(values)
    }
    setDoubted(price)
  })

  async function save(values: Values) {
    try {
      await update.mutateAsync(values)
      await Promise.all([utils.admin.catalog.read.invalidate(), utils.catalog.page.invalidate()])
      toast({ title: catalogMessages.saved, description: values.title, tone: 'good' })
      onSaved()
    } catch (error) {
      toastFailure(catalogMessages.saveFailed, error)
      await utils.admin.catalog.read.invalidate()
      if (errorField(error) !== 'price') return
      form.setError('price', { message: failureText(error, catalogMessages.saveFailed) })
      focusLater(() => form.setFocus('price'))
    }
  }

  function confirm() {
    setDoubted(null)
    void form.handleSubmit(save)()
  }

  const question = { price: doubted, confirm, refuse: () => setDoubted(null) }
  return { form, submit, isSaving: isSubmitting, question }
}

type CatalogForm = ReturnType<typeof useCatalogForm>
