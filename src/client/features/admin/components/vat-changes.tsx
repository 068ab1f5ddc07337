import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'
import { formatMinute } from '../../../lib/format.ts'
import { toast } from '../../../lib/toast.ts'
import { trpc } from '../../../lib/trpc.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { Stack } from '../../../ui/wrap.tsx'
import { toastFailure } from '../failure-text.ts'
import { NOT_CONFIRMED, useConfirmed } from '../step-up.tsx'
import { useCommissionsChanged } from '../use-commissions-changed.ts'
import { FailedPart } from './failed-part.tsx'

type VatChange = inferRouterOutputs<AppRouter>['admin']['vatChanges'][number]

const HMRC = 'https://www.gov.uk/check-uk-vat-number'

/** Registrations for VAT on the word of referers: each is 20% more until somebody has looked. */
export function VatChanges() {
  const changes = trpc.admin.vatChanges.useQuery()
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  const commissionsChanged = useCommissionsChanged()
  const review = trpc.admin.reviewVatChange.useMutation()

  async function check({ id, changedAt, name }: VatChange) {
    try {
      if ((await confirmed(() => review.mutateAsync({ id, changedAt }))) === NOT_CONFIRMED) return
      toast({ title: 'VAT Registration Checked', description: name, tone: 'good' })
    } catch (error) {
      toastFailure('Failed to mark the VAT registration as checked', error)
    }
    void utils.admin.vatChanges.invalidate()
    commissionsChanged()
  }

  if (changes.isError && !changes.data) {
    return <FailedPart title="VAT registrations to check could not be loaded" query={changes} />
  }
  if (!changes.data || changes.data.length === 0) return null
  return (
    <Stack className="mb-9">
      {changes.data.map((change) => (
        <Note
          key={change.id}
          tone="caution"
          title={`${change.name}: VAT registration to check`}
          actions={
            <Button size="sm" loading={review.isPending} onClick={() => void check(change)}>
              Mark as checked
            </Button>
          }
        >
          <p>
            On {formatMinute(change.changedAt)} they said they are registered for VAT
            {change.fullBusinessName !== null && `, as ${change.fullBusinessName}`}, with{' '}
            {change.vatNumber === null ? (
              'no number'
            ) : (
              <strong className="inline-block">{change.vatNumber}</strong>
            )}
            . No payout with VAT is paid until you have looked the number up and marked it as checked:{' '}
            <a href={HMRC} target="_blank" rel="noreferrer">
              Check a UK VAT number
            </a>
            .
          </p>
        </Note>
      ))}
    </Stack>
  )
}
