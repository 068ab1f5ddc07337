import { FailedPart, toastFailure } from '#client/features/admin/parts/failure.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-admin-mutation.ts'
import { formatSum } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import { formatPounds } from '#shared/money/money.ts'

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
    return (
      <FailedPart
        query={quarters}
        title="Quarters without payouts could not be loaded"
        className="admin-part"
      />
    )
  }
  if (!quarters.data || quarters.data.length === 0) return null
  return (
    <Stack className="admin-part">
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
          {formatSum(commissionAmount)} in all. Less than {formatPounds(minimumPayoutPence)} is carried
          forward.
        </Note>
      ))}
    </Stack>
  )
}
