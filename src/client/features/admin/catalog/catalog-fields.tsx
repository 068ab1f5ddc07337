import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, Textarea, TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import type { CatalogForm } from './use-catalog-form.ts'

type CatalogFieldsProps = Omit<CatalogForm, 'question'> & { category: string; onLeave: () => void }

/** What the shop says of a video, and what it costs from now on. */
export function CatalogFields({ form, submit, isSaving, category, onLeave }: CatalogFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={isSaving}>
        <p>
          Subject <b>{category}</b>
          <span className="second-line">One film for each subject: it stays.</span>
        </p>
        <TextField label="Title" autoComplete="off" error={errors.title?.message} {...register('title')} />
        <Field label="Description" error={errors.description?.message}>
          <Textarea rows={5} {...register('description')} />
        </Field>
        <div className="grid-auto">
          <TextField
            label="Price, £"
            hint="With VAT. Orders that exist keep theirs."
            look="sum"
            inputMode="decimal"
            autoComplete="off"
            error={errors.price?.message}
            {...register('price')}
          />
          <TextField
            label="Length, minutes"
            hint="As the page shows it."
            look="sum"
            inputMode="numeric"
            autoComplete="off"
            error={errors.durationMinutes?.message}
            {...register('durationMinutes', { valueAsNumber: true })}
          />
        </div>
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
