import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { DialogClose } from '#client/ui/dialog.tsx'
import { Row } from '#client/ui/layout.tsx'

/** Cancel, and the button that sends the form of a dialog. */
export function DialogSubmit(props: ButtonProps) {
  return (
    <Row>
      <CancelAndSubmit {...props} />
    </Row>
  )
}

/** The two buttons alone, for a frame of their own. */
export function CancelAndSubmit(props: ButtonProps) {
  return (
    <>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      <Button type="submit" variant="go" {...props} />
    </>
  )
}
