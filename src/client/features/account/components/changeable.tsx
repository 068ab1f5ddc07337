import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'

type ChangeableProps = {
  /** As it goes on after "Change": "the password". */
  what: string
  /** What is set now. */
  value: ReactNode
  /** While what was typed is sent, the form stays. */
  isBusy: boolean
  /** What was typed is forgotten. */
  onCancel: () => void
  /** The form that changes it. */
  children: ReactNode
}

/** What is set, in a row, and the form that changes it once that is asked for. */
export function Changeable({ what, value, isBusy, onCancel, children }: ChangeableProps) {
  const [isOpen, setOpen] = useState(false)

  function toggle() {
    if (isOpen) onCancel()
    setOpen(!isOpen)
  }

  return (
    <>
      <ul className="ruled-list">
        <li>
          <div>{value}</div>
          <Button
            size="sm"
            className="no-print"
            aria-expanded={isOpen}
            aria-disabled={isBusy || undefined}
            onClick={toggle}
          >
            {isOpen ? 'Cancel' : 'Change'}{' '}
            <VisuallyHidden>{isOpen ? `changing ${what}` : what}</VisuallyHidden>
          </Button>
        </li>
      </ul>
      {isOpen && children}
    </>
  )
}
