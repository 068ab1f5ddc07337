import { formatPounds } from '#shared/money.ts'
import { minimumPayoutPence } from '#shared/payout.ts'
import { formatPrice } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Stack } from '../../../ui/wrap.tsx'
import { toastFailure } from '../failure-text.ts'
import { useCommissionsChanged } from '../use-commissions-changed.ts'
import { FailedPart } from './failed-part.tsx'

/** Quarters that are over and whose payouts are not made; nothing where there are none. */
export function UnprocessedQuarters() {
  const quarters = trpc.admin.unprocessedQuarters.useQuery()
  const commissionsChanged = useCommissionsChanged()
  const generate = trpc.admin.generatePayouts.useMutation({
    onSuccess({ quarterYear, payouts, carriedForward }) {
      const made = payouts.length === 1 ? '1 payout made' : `${payouts.length} payouts made`
      toast({
        title: `Payouts for ${quarterYear}`,
        description: `${made}, ${carriedForward} carried forward.`,
        tone: 'good',
      })
      commissionsChanged()
    },
    onError: (error) => toastFailure('Failed to make the payouts', error),
  })
  if (quarters.isError && !quarters.data) {
    return <FailedPart title="Quarters without payouts could not be loaded" query={quarters} />
  }
  if (!quarters.data || quarters.data.length === 0) return null
  return (
    <Stack className="mb-9">
      {quarters.data.map(({ quarterYear, commissionCount, commissionAmount }) => (
        <Note
          key={quarterYear}
          tone="caution"
          title={`${quarterYear} is over and its payouts are not made`}
          actions={
            <Button
              size="sm"
              loading={generate.isPending && generate.variables.quarterYear === quarterYear}
              disabled={generate.isPending}
              onClick={() => generate.mutate({ quarterYear })}
            >
              Make payouts for {quarterYear}
            </Button>
          }
        >
          {commissionCount === 1 ? '1 commission' : `${commissionCount} commissions`},{' '}
          {formatPrice(commissionAmount, { sums: true })} in all. Less than {formatPounds(minimumPayoutPence)}{' '}
          is carried forward.
        </Note>
      ))}
    </Stack>
  )
}
