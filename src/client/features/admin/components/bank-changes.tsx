import { formatMinute } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Stack } from '../../../ui/wrap.tsx'
import { toastFailure } from '../failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '../step-up.tsx'
import { FailedPart } from './failed-part.tsx'

/** Bank details a referer changed and nobody has looked at: the usual way money goes to a stranger. */
export function BankChanges() {
  const changes = trpc.admin.bankChanges.useQuery()
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  const review = trpc.admin.reviewBankChange.useMutation()

  async function check(change: { id: string; changedAt: string; name: string }) {
    try {
      const { id, changedAt } = change
      if ((await confirmed(() => review.mutateAsync({ id, changedAt }))) === NOT_CONFIRMED) return
      toast({ title: 'Bank Details Checked', description: change.name, tone: 'good' })
    } catch (error) {
      toastFailure('Failed to mark the bank details as checked', error)
    }
    void utils.admin.bankChanges.invalidate()
    void utils.admin.payoutRun.invalidate()
  }

  if (changes.isError && !changes.data) {
    return <FailedPart title="Changes of bank details could not be loaded" query={changes} />
  }
  if (!changes.data || changes.data.length === 0) return null
  return (
    <Stack className="mb-9">
      {changes.data.map((change) => (
        <Note
          key={change.id}
          tone="caution"
          title={`${change.name} changed their bank details`}
          actions={
            <Button size="sm" loading={review.isPending} onClick={() => void check(change)}>
              Mark as checked
            </Button>
          }
        >
          On {formatMinute(change.changedAt)}, to sort code {change.sortCode}, account {change.accountNumber}.
          Nothing is paid to it until you have checked: ring them on a number you knew before.
        </Note>
      ))}
    </Stack>
  )
}
