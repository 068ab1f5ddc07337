import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { DialogSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { failureText } from '#client/features/admin/parts/failure.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { TextButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'
import { stepUpHours } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { CodeField, CodeMethods, useCodeEntry } from './code-field.tsx'

type Confirm = <Result>(act: () => Promise<Result>) => Promise<Result | typeof NOT_CONFIRMED>

/** The admin closed the question for a new code: nothing was done, and nothing needs saying. */
export const NOT_CONFIRMED = Symbol('not confirmed')

const StepUpContext = createContext<Confirm | null>(null)

type Question = { answer: (isConfirmed: boolean) => void }

/**
 * What requirements §6 lists wants a code that is at most `stepUpHours` old. An action that is refused for want of one waits
 * for a new code, and is then done once more.
 */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const confirm = useMemo<Confirm>(
    () => async (act) => {
      try {
        return await act()
      } catch (error) {
        if (errorCode(error) !== 'STEP_UP_REQUIRED') throw error
        const isConfirmed = await new Promise<boolean>((answer) => setQuestion({ answer }))
        setQuestion(null)
        return isConfirmed ? act() : NOT_CONFIRMED
      }
    },
    [],
  )
  return (
    <StepUpContext value={confirm}>
      {children}
      {question && <StepUpDialog onAnswer={question.answer} />}
    </StepUpContext>
  )
}

/** Runs an action, with a new code in between where the server asks for one. */
export function useConfirmed(): Confirm {
  const confirm = useContext(StepUpContext)
  if (confirm === null) throw new Error('useConfirmed needs a StepUpProvider above it')
  return confirm
}

type StepUpDialogProps = { onAnswer: (isConfirmed: boolean) => void }

function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title={adminLoginMessages.stepUp}
      description={`Money, clubs and their bank details, mailings and ways to sign in want a code from the last ${stepUpHours} hours. It is on its way to your email; what you were doing goes on after it.`}
      keepOpenOutside
    >
      <StepUpForm onConfirmed={() => onAnswer(true)} />
    </Dialog>
  )
}

function StepUpForm({ onConfirmed }: { onConfirmed: () => void }) {
  const entry = useCodeEntry('email')
  const wasRequested = useRef(false)

  const { mutate: requestCode, isPending: isRequesting } = trpc.admin.stepUpRequest.useMutation({
    onSuccess() {
      entry.setProblem(null)
      toast({
        title: adminLoginMessages.codeSent,
        description: adminLoginMessages.codeSentText,
        tone: 'good',
      })
    },
    onError: (error) => entry.setProblem(failureText(error, adminLoginMessages.resendFailed)),
  })
  useEffect(() => {
    // Strict mode runs effects twice, and each request would end the code of the one before.
    if (wasRequested.current) return
    wasRequested.current = true
    requestCode()
  }, [requestCode])

  const authenticator = trpc.admin.authenticator.useQuery()
  const utils = trpc.useUtils()
  const verify = trpc.admin.stepUpConfirm.useMutation({
    onSuccess() {
      void utils.admin.session.invalidate()
      onConfirmed()
    },
    onError: (error) => entry.refuse(failureText(error, adminLoginMessages.verifyFailed)),
  })

  const submit = entry.submitting(verify.isPending, (authCode) =>
    verify.mutate({ authCode, method: entry.method }),
  )

  return (
    <form className="form" onSubmit={submit} noValidate>
      <CodeField {...entry.fieldProps} />
      <Row>
        {entry.method === 'email' && (
          <TextButton busy={isRequesting} onClick={() => requestCode()}>
            Resend code
          </TextButton>
        )}
        {authenticator.data?.addedAt && <CodeMethods current={entry.method} onChoose={entry.restart} />}
      </Row>
      <DialogSubmit disabledWhy={entry.missing} loading={verify.isPending} loadingText="Verifying…">
        Verify
      </DialogSubmit>
    </form>
  )
}
