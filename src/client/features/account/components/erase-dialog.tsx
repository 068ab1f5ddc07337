import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterFocus } from '#client/lib/use-later-focus.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { personalDataMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { eraseAccountInput } from '#shared/schemas/account.ts'

type Values = z.input<typeof eraseAccountInput>
type Checked = z.output<typeof eraseAccountInput>

type EraseDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onErased: () => void }

/** What goes, what stays, and two things to type: a slip of the hand erases no account. */
export function EraseDialog({ open, onOpenChange, onErased }: EraseDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Erase my account"
      keepOpenOutside
      description="Once erased, it cannot be brought back."
    >
      <ul className="prose erase-list">
        <li>Films close, including those you have paid for. This refunds nothing.</li>
        <li>Name, address, password, sessions and progress are deleted.</li>
        <li>
          Invoices stay for six years after the accounting year, as tax law requires. In the accounts a number
          stands in place of your name.
        </li>
        <li>
          It happens at once, unless a payment, refund or dispute is still open: then it is refused until that
          is settled.
        </li>
      </ul>
      <EraseForm onErased={onErased} />
    </Dialog>
  )
}

function EraseForm({ onErased }: { onErased: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Values, unknown, Checked>({
    resolver: zodResolver(eraseAccountInput),
    defaultValues: { password: '', confirmation: '' },
  })
  const erase = trpc.auth.eraseAccount.useMutation()
  const focusLater = useLaterFocus(erase.isPending)
  const { errors } = formState

  const submit = handleSubmit(async (values) => {
    try {
      await erase.mutateAsync(values)
      onErased()
    } catch (error) {
      if (errorCode(error) !== 'CURRENT_PASSWORD_WRONG') return
      setError('password', { message: errorText(error, networkMessages.failed) })
      focusLater(() => setFocus('password'))
    }
  })

  const isRefused = erase.isError && errorCode(erase.error) !== 'CURRENT_PASSWORD_WRONG'
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={erase.isPending}>
        {isRefused && (
          <Note tone="bad" title={personalDataMessages.eraseFailedTitle}>
            {errorText(erase.error, networkMessages.failed)}
          </Note>
        )}
        <PasswordField
          label="Password, to erase the account"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <TextField
          label={`Type ${personalDataMessages.eraseWord} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          look="short"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <Row>
          <DialogClose>
            <Button>Keep my account</Button>
          </DialogClose>
          <Button type="submit" variant="danger" loading={erase.isPending} loadingText="Erasing…">
            Erase for good
          </Button>
        </Row>
      </BusyFieldset>
    </form>
  )
}
