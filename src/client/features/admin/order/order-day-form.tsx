import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { DialogClose } from '#client/ui/dialog.tsx'
import { Field, Input, Textarea } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'

type OrderDayFormProps = {
  /** On the button. */
  action: string
  isBusy: boolean
  onSubmit: (input: { lastDay: string; reason: string }) => void
  /** Fields before the day. */
  children?: ReactNode
}

/** Until when, and why: what every change of access asks. */
export function OrderDayForm({ action, isBusy, onSubmit, children }: OrderDayFormProps) {
  const [lastDay, setLastDay] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const isWhole = lastDay !== '' && reason.trim() !== ''
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isWhole) onSubmit({ lastDay, reason: reason.trim() })
      }}
    >
      {children}
      <Field
        label="Open until the end of"
        hint="Until midnight, London time."
        error={isTried && lastDay === '' && orderAdminMessages.dayInvalid}
      >
        <Input type="date" required value={lastDay} onChange={({ target }) => setLastDay(target.value)} />
      </Field>
      <Field
        label="Reason"
        hint="For the records. The student is not told."
        error={isTried && reason.trim() === '' && orderAdminMessages.reasonRequired}
      >
        <Textarea
          required
          value={reason}
          maxLength={500}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      <Row>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="go" loading={isBusy}>
          {action}
        </Button>
      </Row>
    </form>
  )
}
