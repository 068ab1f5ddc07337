import { useEffect, useMemo, useState } from 'react'
import { ActButton } from '#client/features/admin/act-button.tsx'
import { failureText } from '#client/features/admin/parts/failure.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { CodeField, useCodeEntry } from '#client/features/admin/sign-in/code-field.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatShortDay } from '#client/lib/format.ts'
import { makeQrCode } from '#client/lib/qr-code.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { Row, Stack } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { recoveryCodeCount } from '#shared/limits.ts'
import { adminLoginMessages, securityMessages } from '#shared/messages/admin.ts'

type Setup = { secret: string; uri: string }

export function SecurityAuthenticator() {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const query = trpc.admin.authenticator.useQuery()
  const begin = useAdminMutation({
    area: 'authenticator',
    act: (admin) => admin.beginAuthenticator.mutate(),
    failed: securityMessages.addFailed,
    onDone: setSetup,
  })

  return (
    <section aria-labelledby="authenticator-heading" className="admin-section">
      <h2 id="authenticator-heading" className="admin-heading">
        {securityMessages.appHeading}
      </h2>
      <Fetched query={query} showsEveryError>
        {(state) => (
          <Stack>
            <AppState {...state} />
            {codes && <SecurityCodes codes={codes} />}
            {setup ? (
              <SecuritySetup
                {...setup}
                onCancel={() => setSetup(null)}
                onAdded={(added) => {
                  setSetup(null)
                  setCodes(added)
                }}
              />
            ) : (
              <Row>
                <Button loading={begin.isPending} onClick={() => begin.mutate()}>
                  {state.addedAt ? securityMessages.replace : securityMessages.begin}
                </Button>
                {state.addedAt && <RenewButton onRenewed={setCodes} />}
                {state.addedAt && <SecurityRemoveDialog onRemoved={() => setCodes(null)} />}
              </Row>
            )}
          </Stack>
        )}
      </Fetched>
    </section>
  )
}

function AppState({ addedAt, recoveryCodesLeft }: { addedAt: string | null; recoveryCodesLeft: number }) {
  if (addedAt === null) return <p>{securityMessages.appNone}</p>
  return (
    <>
      <Status kind="done">In use since {formatShortDay(addedAt)}</Status>
      <p>
        {recoveryCodesLeft} of {recoveryCodeCount} recovery codes left.
      </p>
    </>
  )
}

function RenewButton({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  return (
    <ActButton
      size="md"
      area="authenticator"
      act={(admin) => admin.renewRecoveryCodes.mutate()}
      failed={securityMessages.renewFailed}
      done={() => ({ title: securityMessages.renewed, tone: 'good' })}
      onDone={({ recoveryCodes }) => onRenewed(recoveryCodes)}
    >
      {securityMessages.renew}
    </ActButton>
  )
}

/** Recovery codes as they are made: they cannot be shown again. */
function SecurityCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: securityMessages.copied, tone: 'good' })
    } catch {
      // Without leave of the browser, or outside https, there is no clipboard.
      toast({ title: securityMessages.copyFailed, description: securityMessages.copyByHand, tone: 'bad' })
    }
  }

  return (
    <Note
      tone="caution"
      live="status"
      title={securityMessages.codesHeading}
      actions={
        <>
          <Button size="sm" onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            size="sm"
            onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
          >
            Save as text
          </Button>
        </>
      }
    >
      <p>{securityMessages.codesText}</p>
      <ul className="recovery-codes" aria-label={securityMessages.codesHeading}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Note>
  )
}

function SecurityRemoveDialog({ onRemoved }: { onRemoved: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useAdminMutation({
    area: 'authenticator',
    act: (admin) => admin.removeAuthenticator.mutate(),
    failed: securityMessages.removeFailed,
    done: () => ({ title: securityMessages.removed, tone: 'good' }),
    onDone: onRemoved,
  })
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{securityMessages.remove}</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={securityMessages.removeTitle}
        description={securityMessages.removeText}
      >
        <Row>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="danger"
            onClick={() => {
              setIsOpen(false)
              remove.mutate()
            }}
          >
            {securityMessages.remove}
          </Button>
        </Row>
      </Dialog>
    </>
  )
}

type SecuritySetupProps = {
  secret: string
  uri: string
  onCancel: () => void
  onAdded: (recoveryCodes: readonly string[]) => void
}

/** The key as a QR code and as letters, and the first six digits that prove the app has it. */
function SecuritySetup({ secret, uri, onCancel, onAdded }: SecuritySetupProps) {
  const entry = useCodeEntry('app')
  const { field } = entry
  // The button that opened this is gone; the key stays in sight above the field.
  useEffect(() => field.current?.focus({ preventScroll: true }), [field])
  const qr = useMemo(() => makeQrCode(uri), [uri])
  const utils = trpc.useUtils()
  const confirm = trpc.admin.confirmAuthenticator.useMutation({
    onSuccess({ recoveryCodes }) {
      toast({ title: securityMessages.added, tone: 'good' })
      void utils.admin.authenticator.invalidate()
      onAdded(recoveryCodes)
    },
    onError: (error) => entry.refuse(failureText(error, adminLoginMessages.verifyFailed)),
  })

  const submit = entry.submitting(confirm.isPending, (authCode) => confirm.mutate({ authCode }))

  return (
    <Stack>
      <p>{securityMessages.scan}</p>
      <svg
        className="qr-code"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code of the key"
      >
        <rect className="qr-ground" width={qr.size} height={qr.size} />
        <path className="qr-ink" d={qr.path} />
      </svg>
      <p>
        Key: <code className="long-name">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <form className="form" onSubmit={submit} noValidate>
        <CodeField {...entry.fieldProps} />
        <Row>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            type="submit"
            variant="go"
            disabledWhy={entry.missing}
            loading={confirm.isPending}
            loadingText="Verifying…"
          >
            {securityMessages.confirm}
          </Button>
        </Row>
      </form>
    </Stack>
  )
}
