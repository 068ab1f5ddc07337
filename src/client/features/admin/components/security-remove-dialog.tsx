import { useState } from 'react'
import { securityMessages } from '#shared/messages/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Row } from '../../../ui/wrap.tsx'
import { useSecurityAct } from '../use-security-act.ts'

/** Taking the second way in away is asked twice. */
export function SecurityRemoveDialog({ onRemoved }: { onRemoved: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useSecurityAct({
    act: (admin) => admin.removeAuthenticator.mutate(),
    failed: securityMessages.removeFailed,
    done: securityMessages.removed,
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
