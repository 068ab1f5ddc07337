import { useState } from 'react'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'
import { securityMessages } from '#shared/messages/admin.ts'

/** Taking the second way in away is asked twice. */
export function SecurityRemoveDialog({ onRemoved }: { onRemoved: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useAdminMutation({
    area: 'authenticator',
    act: (admin) => admin.removeAuthenticator.mutate(),
    failed: securityMessages.removeFailed,
    done: () => ({ title: securityMessages.removed, tone: 'good' }),
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
