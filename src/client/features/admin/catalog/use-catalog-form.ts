import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { failureText, toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { errorField } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { isUnlikelyPrice, readPounds } from '#shared/catalog/catalog-rules.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { type Pence, parsePounds } from '#shared/money/money.ts'
import { type AdminCatalogVideo, updateVideoInput } from '#shared/schemas/catalog-editing.ts'
import { asTyped } from './catalog-rows.ts'

type Values = z.input<typeof updateVideoInput>

function valuesOf({ id, updatedAt, title, description, price, durationMinutes }: AdminCatalogVideo): Values {
  return { id, updatedAt, title, description, price: asTyped(price), durationMinutes }
}

/** The words and the price of one video, as they are typed and saved. */
export function useCatalogForm(video: AdminCatalogVideo, onSaved: () => void) {
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

export type CatalogForm = ReturnType<typeof useCatalogForm>
