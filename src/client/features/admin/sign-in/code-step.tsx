import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureText } from '#client/features/admin/parts/failure-text.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { Row, Split } from '#client/ui/layout.tsx'
import { adminCodeMinutes } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { CodeField, focusWhole, isWholeCode } from './code-field.tsx'
import { CodeMethods } from './code-methods.tsx'

type CodeStepProps = {
  sessionToken: string
  adminEmail: string
  /** An authenticator app or a recovery code will do as well. */
  hasApp: boolean
  onVerified: (adminEmail: string) => void
  /** The challenge is over, by time or by tries: only a new login helps. */
  onExpired: (reason: string) => void
  onBack: () => void
}

export function CodeStep({ sessionToken, adminEmail, hasApp, onVerified, onExpired, onBack }: CodeStepProps) {
  const [method, setMethod] = useState<CodeMethod>('email')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const verify = trpc.admin.verifyCode.useMutation({
    onSuccess(answer) {
      toast({ title: adminLoginMessages.signedIn, tone: 'good' })
      onVerified(answer.adminEmail)
    },
    onError: (error) => tell(error, adminLoginMessages.verifyFailed),
  })
  const resend = trpc.admin.resendCode.useMutation({
    onSuccess() {
      setCode('')
      setProblem(null)
      toast({
        title: adminLoginMessages.codeResent,
        description: adminLoginMessages.codeSentText,
        tone: 'good',
      })
      field.current?.focus()
    },
    onError: (error) => tell(error, adminLoginMessages.resendFailed),
  })

  function tell(error: unknown, fallback: string) {
    const text = failureText(error, fallback)
    toast({ title: text, tone: 'bad' })
    if (errorCode(error) === 'ADMIN_CODE_EXPIRED') return onExpired(text)
    setProblem(text)
    focusWhole(field.current)
  }

  function choose(next: CodeMethod) {
    setMethod(next)
    setCode('')
    setProblem(null)
    field.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isWholeCode(code, method) || verify.isPending) return
    setProblem(null)
    verify.mutate({ sessionToken, authCode: code, method })
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      {method === 'email' && (
        <p>
          A code is on its way to <strong>{adminEmail}</strong>. It works for {adminCodeMinutes} minutes.
        </p>
      )}
      <CodeField
        ref={field}
        method={method}
        value={code}
        onValueChange={setCode}
        error={problem ?? undefined}
      />
      <Button
        type="submit"
        variant="go"
        full
        disabled={!isWholeCode(code, method)}
        loading={verify.isPending}
        loadingText="Verifying…"
      >
        Verify
      </Button>
      <Split>
        {method === 'email' ? (
          <TextButton disabled={resend.isPending} onClick={() => resend.mutate({ sessionToken })}>
            Resend code
          </TextButton>
        ) : (
          <span />
        )}
        <TextButton onClick={onBack}>Back to login</TextButton>
      </Split>
      {hasApp && (
        <Row>
          <CodeMethods current={method} onChoose={choose} />
        </Row>
      )}
    </form>
  )
}
