import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { errorCode } from '#client/lib/error-text.ts'
import { StepUpDialog } from './step-up-dialog.tsx'

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
