import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { errorCode, errorText } from '#client/lib/error-text.ts'
import { fieldsOf, useFieldError } from '#client/lib/form-fields.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { useLaterForm } from '#client/lib/use-later-form.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { PasswordField } from '#client/ui/password-input.tsx'
import { personalDataMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { eraseAccountInput } from '#shared/schemas/account.ts'
import { fetchRules, useRulesAhead } from './changeable.tsx'
import { AccountSection, SECTIONS } from './section.tsx'

type DataSectionProps = { username: string; onErased: () => void }

/** A copy of everything, and the end of everything (UK GDPR art. 15, 17 and 20). */
export function DataSection({ username, onErased }: DataSectionProps) {
  const [isErasing, setErasing] = useState(false)
  return (
    <AccountSection {...SECTIONS.data} isOnScreenOnly>
      <p>
        {personalDataMessages.use}{' '}
        <Link className="link" to={paths.privacyPolicy}>
          privacy policy
        </Link>
        .
      </p>
      <Row>
        <ExportButton username={username} />
        <Button variant="danger" onClick={() => setErasing(true)}>
          Erase my account…
        </Button>
      </Row>
      <EraseDialog open={isErasing} onOpenChange={setErasing} onErased={onErased} />
    </AccountSection>
  )
}

function ExportButton({ username }: { username: string }) {
  const { client } = trpc.useUtils()
  const download = useMutation({
    mutationFn: () => client.auth.exportData.query(),
    onSuccess(data) {
      const text = `${JSON.stringify(data, null, 2)}\n`
      saveFile(new Blob([text], { type: 'application/json' }), fileName(username, data.madeAt))
      toast({ title: personalDataMessages.exported, tone: 'good' })
    },
    onError(error) {
      toastError(personalDataMessages.exportFailedTitle, error)
    },
  })
  return (
    <Button loading={download.isPending} loadingText="Collecting…" onClick={() => download.mutate()}>
      Download my data
    </Button>
  )
}

/** Letters that every file system takes, and the day. */
function fileName(username: string, madeAt: string): string {
  const name = username.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return `${['ground-school', name, madeAt.slice(0, 10)].filter(Boolean).join('-')}.json`
}

type EraseDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onErased: () => void }

/** What goes, what stays, and two things to type: a slip of the hand erases no account. */
function EraseDialog({ open, onOpenChange, onErased }: EraseDialogProps) {
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
  useRulesAhead(true)
  const form = useLaterForm<z.input<typeof eraseAccountInput>, z.output<typeof eraseAccountInput>>({
    load: async () => (await fetchRules()).eraseAccount,
    defaultValues: { password: '', confirmation: '' },
  })
  const erase = trpc.auth.eraseAccount.useMutation()
  const field = fieldsOf(form)
  const { isSubmitting } = form.formState
  const showError = useFieldError(form, isSubmitting)

  const submit = form.handleSubmit(async (values) => {
    try {
      await erase.mutateAsync(values)
      onErased()
    } catch (error) {
      if (errorCode(error) !== 'CURRENT_PASSWORD_WRONG') return
      showError('password', errorText(error, networkMessages.failed))
    }
  })

  const isRefused = erase.isError && errorCode(erase.error) !== 'CURRENT_PASSWORD_WRONG'
  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={isSubmitting}>
        {isRefused && (
          <Note tone="bad" title={personalDataMessages.eraseFailedTitle}>
            {errorText(erase.error, networkMessages.failed)}
          </Note>
        )}
        <PasswordField
          label="Password, to erase the account"
          autoComplete="current-password"
          {...field('password')}
        />
        <TextField
          label={`Type ${personalDataMessages.eraseWord} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          look="short"
          {...field('confirmation')}
        />
        <Row>
          <DialogClose>
            <Button>Keep my account</Button>
          </DialogClose>
          <Button type="submit" variant="danger" loading={isSubmitting} loadingText="Erasing…">
            Erase for good
          </Button>
        </Row>
      </BusyFieldset>
    </form>
  )
}
