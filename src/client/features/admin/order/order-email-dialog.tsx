import { type FormEvent, useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type { PersonOutput } from '#shared/schemas/admin-orders.ts'
import { isEmail } from '#shared/schemas/primitives.ts'

type OrderEmailDialogProps = { student: PersonOutput; onClose: () => void }

/** For a slip of the finger at registration, while the address is not confirmed. */
export function OrderEmailDialog({ student, onClose }: OrderEmailDialogProps) {
  const [email, setEmail] = useState(student.email)
  const [isTried, setTried] = useState(false)
  const problem = email.trim() === '' ? orderAdminMessages.emailRequired : orderAdminMessages.emailInvalid
  const isRight = isEmail(email.trim())
  const correct = useAdminMutation({
    area: 'orders',
    act: ({ orders }) => orders.correctEmail.mutate({ studentId: student.id, email: email.trim() }),
    done: (answer) => ({
      title: 'Address Corrected',
      description: `A new link is on its way to ${answer.email}`,
      tone: 'good',
    }),
    failed: orderAdminMessages.emailFailed,
    onDone: onClose,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isRight) correct.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Correct the address of ${student.username}`}
      description="A new link goes to the right address; the one sent to the wrong address confirms nothing any more."
      keepOpenOutside
    >
      <form className="form" noValidate onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={isTried && !isRight && problem}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Row>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="go" loading={correct.isPending}>
            Correct and send a link
          </Button>
        </Row>
      </form>
    </Dialog>
  )
}
