import { useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure-text.ts'
import { useCommissionsChanged } from '#client/features/admin/use-commissions-changed.ts'
import { errorCode } from '#client/lib/error-text.ts'
import { formatPrice } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose } from '#client/ui/dialog.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { RefererOutput } from '#shared/schemas/admin-reports.ts'

type EndRefererDialogProps = { referer: RefererOutput; onClose: () => void }

export function EndRefererDialog({ referer, onClose }: EndRefererDialogProps) {
  const [reason, setReason] = useState('')
  const commissionsChanged = useCommissionsChanged()
  const end = trpc.admin.endReferer.useMutation({
    onSuccess({ forfeitedAmount }) {
      const forfeited = `${formatPrice(forfeitedAmount, { sums: true })} forfeited.`
      toast({
        title: 'Agreement Ended',
        description: forfeitedAmount === '0.00' ? referer.name : `${referer.name}, ${forfeited}`,
        tone: 'good',
      })
      onClose()
    },
    onError: (error) => toastFailure('Failed to end the agreement', error),
    onSettled(_answer, error) {
      if (error && errorCode(error) !== 'REFERER_ENDED') return
      commissionsChanged()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`End the agreement with ${referer.name}`}
      description={`The code stops working and the portal is closed to them. ${formatPounds(minimumPayoutPence)} or more that is unpaid is paid at the next close of a quarter; less is forfeited. This cannot be undone.`}
      keepOpenOutside
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          end.mutate({ id: referer.id, reason })
        }}
      >
        <Field label="Reason" optional hint="For your own records.">
          <Textarea value={reason} maxLength={1000} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <Row>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="danger" loading={end.isPending} loadingText="Ending…">
            End agreement
          </Button>
        </Row>
      </form>
    </Dialog>
  )
}
