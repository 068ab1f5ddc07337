import type { inferRouterOutputs } from '@trpc/server'
import type { ReactNode } from 'react'
import { FailedPart, toastFailure } from '#client/features/admin/parts/failure.tsx'
import { NOT_CONFIRMED, useConfirmed } from '#client/features/admin/sign-in/step-up.tsx'
import { useCommissionsChanged } from '#client/features/admin/use-admin-mutation.ts'
import { formatMinute } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Stack } from '#client/ui/layout.tsx'
import type { AppRouter } from '#server/router.ts'

type BankChange = inferRouterOutputs<AppRouter>['admin']['bankChanges'][number]

const HMRC = 'https://www.gov.uk/check-uk-vat-number'

type ReviewNotesProps<Change> = {
  query: { data: Change[] | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  isReviewing: boolean
  review: (change: Change) => Promise<unknown>
  copy: { notLoaded: string; checked: string; notChecked: string }
  title: (name: string) => string
  children: (change: Change) => ReactNode
}

/** What referers changed and an admin has to look at before money follows it. Nothing where there is nothing. */
function ReviewNotes<Change extends { id: string; name: string }>({
  query,
  isReviewing,
  review,
  copy,
  title,
  children,
}: ReviewNotesProps<Change>) {
  const confirmed = useConfirmed()
  const commissionsChanged = useCommissionsChanged()

  async function check(change: Change) {
    try {
      if ((await confirmed(() => review(change))) === NOT_CONFIRMED) return
      toast({ title: copy.checked, description: change.name, tone: 'good' })
    } catch (error) {
      toastFailure(copy.notChecked, error)
    }
    void query.refetch()
    commissionsChanged()
  }

  if (query.isError && !query.data)
    return <FailedPart query={query} title={copy.notLoaded} className="admin-part" />
  if (!query.data || query.data.length === 0) return null
  return (
    <Stack className="admin-part">
      {query.data.map((change) => (
        <Note
          key={change.id}
          tone="caution"
          title={title(change.name)}
          actions={
            <Button size="sm" loading={isReviewing} onClick={() => void check(change)}>
              Mark as checked
            </Button>
          }
        >
          {children(change)}
        </Note>
      ))}
    </Stack>
  )
}

/** All that is to be checked before money follows it, wherever it holds something up. */
export function ToCheck() {
  return (
    <div className="to-check">
      <BankChanges />
      <VatChanges />
    </div>
  )
}

/** Registrations for VAT on the word of referers: each is 20% more until an admin has looked. */
function VatChanges() {
  const review = trpc.admin.reviewVatChange.useMutation()
  return (
    <ReviewNotes
      query={trpc.admin.vatChanges.useQuery(undefined, { staleTime: 0 })}
      isReviewing={review.isPending}
      review={({ id, changedAt }) => review.mutateAsync({ id, changedAt })}
      copy={{
        notLoaded: 'VAT registrations to check could not be loaded',
        checked: 'VAT Registration Checked',
        notChecked: 'Failed to mark the VAT registration as checked',
      }}
      title={(name) => `${name}: VAT registration to check`}
    >
      {({ changedAt, fullBusinessName, vatNumber }) => (
        <p>
          On {formatMinute(changedAt)} they said they are registered for VAT
          {fullBusinessName !== null && `, as ${fullBusinessName}`}, with{' '}
          {vatNumber === null ? 'no number' : <strong className="review-number">{vatNumber}</strong>}. No
          payout with VAT is paid until you have looked the number up and marked it as checked:{' '}
          <a href={HMRC} target="_blank" rel="noreferrer">
            Check a UK VAT number
          </a>
          .
        </p>
      )}
    </ReviewNotes>
  )
}

/** Bank details a referer changed and no admin has looked at: the usual way money goes to a stranger. */
function BankChanges() {
  const review = trpc.admin.reviewBankChange.useMutation()
  return (
    <ReviewNotes
      query={trpc.admin.bankChanges.useQuery(undefined, { staleTime: 0 })}
      isReviewing={review.isPending}
      review={({ id, changedAt, phoneNumber }) => review.mutateAsync({ id, changedAt, phoneNumber })}
      copy={{
        notLoaded: 'Changes of bank details could not be loaded',
        checked: 'Bank Details Checked',
        notChecked: 'Failed to mark the bank details as checked',
      }}
      title={(name) => `${name} changed their bank details`}
    >
      {(change) => (
        <>
          <p>
            On {formatMinute(change.changedAt)}, to sort code {change.sortCode}, account{' '}
            {change.accountNumber}. Nothing is paid to it until you have checked: ring them.
          </p>
          <NumberToRing change={change} />
        </>
      )}
    </ReviewNotes>
  )
}

/** Anyone who changes the bank details can change the number in the portal too, so the one known before is the one to ring. */
function NumberToRing({ change: { phoneNumber, phoneKnownBefore } }: { change: BankChange }) {
  if (phoneKnownBefore === null) {
    return (
      <p>
        You knew no number of theirs before.{' '}
        {phoneNumber !== null && `The portal has ${phoneNumber}: do not rely on it. `}
        Find one elsewhere, on their website for instance.
      </p>
    )
  }
  return (
    <p>
      The number you knew before: <strong className="review-number">{phoneKnownBefore}</strong>.{' '}
      {changeOfNumber(phoneKnownBefore, phoneNumber)}
    </p>
  )
}

function changeOfNumber(known: string, present: string | null): string | null {
  if (present === known) return null
  if (present === null) return 'It has been removed in the portal since: ask why.'
  return `The portal now has ${present}: ask about that too. Marking as checked makes it the number you know.`
}
