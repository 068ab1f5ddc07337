import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CancelAndSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { failureText } from '#client/features/admin/parts/failure.tsx'
import { type ErrorCode, errorCode } from '#client/lib/error-text.ts'
import { fieldsOf } from '#client/lib/field-of.ts'
import { LeaveQuestion, useLeaveGuard } from '#client/lib/leave-guard.tsx'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogButtons } from '#client/ui/dialog.tsx'
import { Field, Input, TextField } from '#client/ui/field.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { generateCode } from '#shared/commission/referral-code.ts'
import { defaultCommissionPercent, defaultReferralDiscountPercent } from '#shared/limits.ts'
import { createRefererMessages } from '#shared/messages/admin.ts'
import { type CreateRefererInput, createRefererInput } from '#shared/schemas/admin.ts'
import { PlatformShare } from './referer-fields.tsx'

type Values = z.input<typeof createRefererInput>

type CreateRefererDialogProps = { onClose: () => void; random?: () => number }

export function CreateRefererDialog({ onClose, random = Math.random }: CreateRefererDialogProps) {
  const form = useForm<Values, unknown, CreateRefererInput>({
    resolver: zodResolver(createRefererInput),
    defaultValues: {
      name: '',
      contactEmail: '',
      contactName: '',
      referralCode: '',
      password: '',
      discountPercentage: defaultReferralDiscountPercent,
      commissionPercentage: defaultCommissionPercent,
    },
  })
  const guard = useLeaveGuard(form.formState.isDirty)
  return (
    <>
      <Dialog
        open
        onOpenChange={() => guard.leave(onClose)}
        title={createRefererMessages.title}
        keepOpenOutside
      >
        <CreateRefererForm form={form} onMade={onClose} random={random} />
      </Dialog>
      <LeaveQuestion guard={guard}>The new referer is not made yet.</LeaveQuestion>
    </>
  )
}

type CreateRefererFormProps = {
  form: UseFormReturn<Values, unknown, CreateRefererInput>
  onMade: () => void
  random: () => number
}

function CreateRefererForm({ form, onMade, random }: CreateRefererFormProps) {
  const field = fieldsOf(form)
  const { register, handleSubmit, control, setValue, setError, setFocus, getValues, formState } = form
  const [name, discount, commission] = useWatch({
    control,
    name: ['name', 'discountPercentage', 'commissionPercentage'],
  })
  const utils = trpc.useUtils()
  const create = trpc.admin.createReferer.useMutation()
  const focusLater = useLaterFocus(create.isPending)
  const { errors } = formState

  // One number for as long as the name is typed, so that the code beside it does not flicker.
  const [luck] = useState(random)
  const [suggested, setSuggested] = useState('')

  /** A code that is empty, or was filled in from the name so far, follows the name. */
  function followName(event: ChangeEvent<HTMLInputElement>) {
    const code = getValues('referralCode')
    if (code !== '' && code !== suggested) return
    suggest(event.target.value.trim() === '' ? '' : generateCode(event.target.value, () => luck))
  }

  function suggest(code: string) {
    setSuggested(code)
    setValue('referralCode', code, { shouldValidate: formState.isSubmitted })
  }

  const submit = handleSubmit(async (values) => {
    try {
      const made = await create.mutateAsync(values)
      toast({
        title: createRefererMessages.created,
        description: `${made.name} signs in with ${made.referralCode}. An email about it is on its way.`,
        tone: 'good',
      })
      void utils.admin.referersSummary.invalidate()
      onMade()
    } catch (error) {
      const text = failureText(error, createRefererMessages.failed)
      toast({ title: createRefererMessages.failedTitle, description: text, tone: 'bad' })
      const code = errorCode(error)
      const blamed = code && BLAMED[code]
      if (!blamed) return
      setError(blamed, { message: text })
      focusLater(() => setFocus(blamed, { shouldSelect: true }))
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={create.isPending}>
        <TextField label="Club name" autoComplete="off" {...field('name', { onChange: followName })} />
        <TextField label="Contact name" autoComplete="off" {...field('contactName')} />
        <TextField
          label="Contact email"
          type="email"
          inputMode="email"
          autoComplete="off"
          {...field('contactEmail')}
        />
        <Field
          label="Referral code"
          hint="3 to 20 letters, figures, hyphens or underscores. Generate makes one from the club name."
          error={errors.referralCode?.message}
        >
          <div className="input-row">
            <Input
              look="caps"
              className="code"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...register('referralCode', { onChange: capitalise })}
            />
            <Button
              disabledWhy={name.trim() === '' && 'The club’s name comes first.'}
              onClick={() => suggest(generateCode(getValues('name'), random))}
            >
              Generate
            </Button>
          </div>
        </Field>
        <PasswordField
          label="Password"
          hint="At least 6 characters. The portal asks for a new one at the first sign-in."
          autoComplete="new-password"
          {...field('password')}
        />
        <div className="grid-auto">
          <TextField
            label="Discount, %"
            look="sum"
            inputMode="decimal"
            {...field('discountPercentage', { valueAsNumber: true })}
          />
          <TextField
            label="Commission, %"
            look="sum"
            inputMode="decimal"
            {...field('commissionPercentage', { valueAsNumber: true })}
          />
        </div>
        <PlatformShare discount={discount} commission={commission} />
        <DialogButtons>
          <CancelAndSubmit loading={create.isPending} loadingText="Creating…">
            Create Referer
          </CancelAndSubmit>
        </DialogButtons>
      </BusyFieldset>
    </form>
  )

  function capitalise({ target }: ChangeEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = target
    setValue('referralCode', target.value.toUpperCase())
    target.setSelectionRange(selectionStart, selectionEnd)
  }
}

const BLAMED: Partial<Record<ErrorCode, 'referralCode' | 'contactEmail'>> = {
  REFERRAL_CODE_TAKEN: 'referralCode',
  REFERER_EMAIL_TAKEN: 'contactEmail',
}
