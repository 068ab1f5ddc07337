import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { failureText } from '#client/features/admin/parts/failure-text.ts'
import { CodeField, focusWhole, isWholeCode } from '#client/features/admin/sign-in/code-field.tsx'
import { makeQrCode } from '#client/lib/qr-code.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Row, Stack } from '#client/ui/layout.tsx'
import { adminLoginMessages, securityMessages } from '#shared/messages/admin.ts'

type SecuritySetupProps = {
  secret: string
  uri: string
  onCancel: () => void
  onAdded: (recoveryCodes: readonly string[]) => void
}

/** The key as a QR code and as letters, and the first six digits that prove the app has it. */
export function SecuritySetup({ secret, uri, onCancel, onAdded }: SecuritySetupProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The button that opened this is gone; the key stays in sight above the field.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const qr = useMemo(() => makeQrCode(uri), [uri])
  const utils = trpc.useUtils()
  const confirm = trpc.admin.confirmAuthenticator.useMutation({
    onSuccess({ recoveryCodes }) {
      toast({ title: securityMessages.added, tone: 'good' })
      void utils.admin.authenticator.invalidate()
      onAdded(recoveryCodes)
    },
    onError(error) {
      setProblem(failureText(error, adminLoginMessages.verifyFailed))
      focusWhole(field.current)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isWholeCode(code, 'app') || confirm.isPending) return
    setProblem(null)
    confirm.mutate({ authCode: code })
  }

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
        <CodeField
          ref={field}
          method="app"
          value={code}
          onValueChange={setCode}
          error={problem ?? undefined}
        />
        <Row>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            type="submit"
            variant="go"
            disabled={!isWholeCode(code, 'app')}
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
