import { type FormEventHandler, type ReactNode, useEffect } from 'react'
import { useFocusOfForm } from '#client/lib/use-focus-of-form.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { type ROWS, SummaryRow } from './section.tsx'

export const fetchRules = () => import('./account-rules.ts')

/** An opened form has its rules by the time that it is sent. */
export function useRulesAhead(isOpen: boolean) {
  useEffect(() => {
    if (isOpen) fetchRules().catch(() => undefined)
  }, [isOpen])
}

type ChangeableProps = {
  row: (typeof ROWS)[keyof typeof ROWS]
  /** As it goes on after "Change": "the password". */
  what: string
  /** What is set now. */
  value: ReactNode
  isOpen: boolean
  onOpen: () => void
  /** What was typed is forgotten. */
  onCancel: () => void
  onSubmit: FormEventHandler
  isBusy: boolean
  submitText: string
  busyText: string
  /** The fields of the form that changes it. */
  children: ReactNode
}

/** What is set, in a row; the form that changes it takes the place of the value once it is asked for. */
export function Changeable(props: ChangeableProps) {
  const { row, what, isOpen, isBusy } = props
  const { form, button } = useFocusOfForm(isOpen)
  useRulesAhead(isOpen)

  if (!isOpen) {
    const change = (
      <Button ref={button} size="sm" className="no-print" onClick={props.onOpen}>
        Change <VisuallyHidden>{what}</VisuallyHidden>
      </Button>
    )
    return (
      <SummaryRow {...row} action={change}>
        {props.value}
      </SummaryRow>
    )
  }
  return (
    <SummaryRow {...row}>
      {props.value}
      <form ref={form} className="no-print summary-form" onSubmit={props.onSubmit} noValidate>
        <BusyFieldset className="form" busy={isBusy}>
          {props.children}
          <Row>
            <Button type="submit" loading={isBusy} loadingText={props.busyText}>
              {props.submitText}
            </Button>
            <Button variant="quiet" onClick={props.onCancel}>
              Cancel <VisuallyHidden>changing {what}</VisuallyHidden>
            </Button>
          </Row>
        </BusyFieldset>
      </form>
    </SummaryRow>
  )
}
