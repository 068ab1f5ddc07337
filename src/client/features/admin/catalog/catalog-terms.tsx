import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { failureText, toastFailure } from '#client/features/admin/parts/failure.tsx'
import { errorField } from '#client/lib/error-text.ts'
import { fieldsOf } from '#client/lib/field-of.ts'
import { formatSum } from '#client/lib/format.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { RuledList } from '#client/ui/detail-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Row, Split } from '#client/ui/layout.tsx'
import { catalogMessages } from '#shared/messages/catalog.ts'
import {
  type AdminCatalogVideo,
  type TermsOutput,
  updateTermsInput,
} from '#shared/schemas/catalog-editing.ts'
import { asTyped, packagePrice } from './catalog-rows.ts'

type CatalogTermsProps = { videos: readonly AdminCatalogVideo[]; terms: TermsOutput }

export function CatalogTerms({ videos, terms }: CatalogTermsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="terms-heading" className="admin-section catalog-terms">
      <Split className="admin-bar admin-bar-middle">
        <h2 id="terms-heading">Terms</h2>
        <Button size="sm" aria-label="Edit terms" onClick={() => setIsOpen(true)}>
          Edit
        </Button>
      </Split>
      <RuledList
        details={[
          {
            label: 'The whole collection saves',
            value: formatSum(terms.collectionDiscount),
          },
          { label: 'Complete package', value: packagePrice(videos, terms).total },
          { label: 'A film on its own is open for', value: months(terms.singleMonths) },
          { label: 'The complete package is open for', value: months(terms.bundleMonths) },
        ]}
      />
      {isOpen && <TermsDialog terms={terms} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function months(count: number): string {
  return count === 1 ? '1 month' : `${count} months`
}

type Values = z.input<typeof updateTermsInput>

function TermsDialog({ terms, onClose }: { terms: TermsOutput; onClose: () => void }) {
  const values = { ...terms, collectionDiscount: asTyped(terms.collectionDiscount) }
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(updateTermsInput, undefined, { raw: true }),
    defaultValues: values,
    values,
    resetOptions: { keepDirtyValues: true },
  })
  const { setError, setFocus } = form
  const { isDirty, isSubmitting } = form.formState
  const field = fieldsOf(form)
  const focusLater = useLaterFocus(isSubmitting)
  const guard = useLeaveGuard(isDirty)
  const utils = trpc.useUtils()
  const update = trpc.admin.catalog.updateTerms.useMutation()

  const submit = form.handleSubmit(async (given) => {
    try {
      await update.mutateAsync(given)
      await Promise.all([utils.admin.catalog.read.invalidate(), utils.catalog.page.invalidate()])
      toast({ title: catalogMessages.saved, description: 'Terms', tone: 'good' })
      onClose()
    } catch (error) {
      toastFailure(catalogMessages.saveFailed, error)
      await utils.admin.catalog.read.invalidate()
      if (errorField(error) !== 'collectionDiscount') return
      const message = failureText(error, catalogMessages.saveFailed)
      setError('collectionDiscount', { message })
      focusLater(() => setFocus('collectionDiscount'))
    }
  })

  const leave = () => guard.leave(onClose)

  return (
    <>
      <Dialog open onOpenChange={leave} title="Terms" keepOpenOutside>
        <form onSubmit={submit} noValidate>
          <BusyFieldset className="form" busy={isSubmitting}>
            <p>{catalogMessages.termsStay}</p>
            <TextField
              label="The whole collection saves, £"
              look="sum"
              inputMode="decimal"
              autoComplete="off"
              {...field('collectionDiscount')}
            />
            <div className="grid-auto">
              <TextField
                label="One film, months"
                look="sum"
                inputMode="numeric"
                autoComplete="off"
                {...field('singleMonths', { valueAsNumber: true })}
              />
              <TextField
                label="Complete package, months"
                look="sum"
                inputMode="numeric"
                autoComplete="off"
                {...field('bundleMonths', { valueAsNumber: true })}
              />
            </div>
            <Row>
              <Button onClick={leave}>Cancel</Button>
              <Button type="submit" variant="go" loading={isSubmitting} loadingText="Saving…">
                Save changes
              </Button>
            </Row>
          </BusyFieldset>
        </form>
      </Dialog>
      <LeaveQuestion guard={guard}>What you typed about the terms is not saved.</LeaveQuestion>
    </>
  )
}
