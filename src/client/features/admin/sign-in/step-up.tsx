import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { DialogSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { failureText } from '#client/features/admin/parts/failure.tsx'
import { errorCode } from '#client/lib/error-text.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { TextButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'
import { SHOP_ERRORS } from '#shared/errors.ts'
import { stepUpHours } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { CodeField, CodeMethods, focusWhole, isWholeCode } from './code-field.tsx'

type Confirm = <Result>(act: () => Promise<Result>) => Promise<Result | typeof NOT_CONFIRMED>

/** The admin closed the question for a new code: nothing was done, and nothing needs saying. */
export const NOT_CONFIRMED = Symbol('not confirmed')

const StepUpContext = createContext<Confirm | null>(null)

type Question = { answer: (isConfirmed: boolean) => void }

/**
 * What requirements §6 lists wants a code that is at most 12 hours old. An action that is refused for want of one waits
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

/** Opening it mails a code; the right one lets the waiting action go on. */
function StepUpDialog({ onAnswer }: StepUpDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title={SHOP_ERRORS.STEP_UP_REQUIRED.message}
      description={`Money, clubs and their bank details, mailings and ways to sign in want a code from the last ${stepUpHours} hours. It is on its way to your email; what you were doing goes on after it.`}
      keepOpenOutside
    >
      <StepUpForm onConfirmed={() => onAnswer(true)} />
    </Dialog>
  )
}

function StepUpForm({ onConfirmed }: { onConfirmed: () => void }) {
  const [method, setMethod] = useState<CodeMethod>('email')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const wasAsked = useRef(false)
  const field = useRef<HTMLInputElement>(null)

  const { mutate: ask, isPending: isAsking } = trpc.admin.stepUpRequest.useMutation({
    onSuccess() {
      setProblem(null)
      toast({
        title: adminLoginMessages.codeSent,
        description: adminLoginMessages.codeSentText,
        tone: 'good',
      })
    },
    onError: (error) => setProblem(failureText(error, adminLoginMessages.resendFailed)),
  })
  useEffect(() => {
    // Strict mode runs effects twice, and each request would end the code of the one before.
    if (wasAsked.current) return
    wasAsked.current = true
    ask()
  }, [ask])

  const authenticator = trpc.admin.authenticator.useQuery()
  const utils = trpc.useUtils()
  const verify = trpc.admin.stepUpConfirm.useMutation({
    onSuccess() {
      void utils.admin.session.invalidate()
      onConfirmed()
    },
    onError(error) {
      setProblem(failureText(error, adminLoginMessages.verifyFailed))
      focusWhole(field.current)
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    // A form of the dialog beneath must not take this as its own.
    event.stopPropagation()
    if (!isWholeCode(code, method) || verify.isPending) return
    setProblem(null)
    verify.mutate({ authCode: code, method })
  }

  function choose(next: CodeMethod) {
    setMethod(next)
    setCode('')
    setProblem(null)
    field.current?.focus()
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <CodeField
        ref={field}
        method={method}
        value={code}
        onValueChange={setCode}
        error={problem ?? undefined}
      />
      <Row>
        {method === 'email' && (
          <TextButton disabled={isAsking} onClick={() => ask()}>
            Resend code
          </TextButton>
        )}
        {authenticator.data?.addedAt && <CodeMethods current={method} onChoose={choose} />}
      </Row>
      <DialogSubmit disabled={!isWholeCode(code, method)} loading={verify.isPending} loadingText="Verifying…">
        Verify
      </DialogSubmit>
    </form>
  )
}
