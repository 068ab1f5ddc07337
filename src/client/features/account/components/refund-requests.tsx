import { Link } from 'react-router'
import { formatDay } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Note, type NoteProps } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { requestMessages, requestReasons } from '#shared/messages/refund-requests.ts'
import type { RefundCaseOutput, RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { titlesOf } from './refund-case.ts'

/** What was asked back of an order, and the answers, the newest first. */
export function RefundRequests({ found }: { found: RefundCaseOutput }) {
  return found.requests
    .filter(({ status }) => status !== 'withdrawn')
    .map((request) => <Request key={request.id} request={request} titles={titlesOf(found, request)} />)
}

type RequestProps = { request: RefundRequestOutput; titles: string }

const TONES = {
  waiting: 'plain',
  granted: 'good',
  declined: 'caution',
  withdrawn: 'plain',
} as const satisfies Record<RefundRequestOutput['status'], NoteProps['tone']>

function Request({ request, titles }: RequestProps) {
  const { id, status, reason, message, answer, answeredAt, createdAt } = request
  const asked = request.exchangeVideo
    ? `${request.exchangeVideo.title} in place of ${titles}`
    : `Money back for ${titles}`
  const when =
    status === 'waiting'
      ? `asked for on ${formatDay(createdAt)}`
      : `${status} on ${formatDay(answeredAt ?? createdAt)}`
  return (
    <Note
      tone={TONES[status]}
      live="status"
      title={`${asked}: ${when}`}
      {...(status === 'waiting' && { actions: <WithdrawButton requestId={id} /> })}
    >
      <p>{outcomeOf(request, titles)}</p>
      {answer !== null && <blockquote className="written">{answer}</blockquote>}
      {status === 'declined' && (
        <p>
          If you disagree, <Link to={`${paths.contact}?topic=complaint`}>complain</Link>: a person looks at it
          again.
        </p>
      )}
      {status === 'waiting' && (
        <p className="small quiet">
          {requestReasons[reason]}
          {message !== null && `: ${message}`}
        </p>
      )}
    </Note>
  )
}

function outcomeOf({ status, dueAt, isSettled, exchangeVideo }: RefundRequestOutput, titles: string): string {
  if (status === 'declined') return 'The answer is no.'
  if (status === 'waiting') {
    return dueAt === null
      ? 'The instructor reads it and answers by email.'
      : `You cancel within the 14 days: the money goes back by ${formatDay(dueAt)}.`
  }
  if (isSettled) return 'The money went back.'
  return exchangeVideo === null
    ? 'The money goes back the way it came. The credit note comes by email.'
    : `${exchangeVideo.title} is open to you, and ${titles} is closed.`
}

function WithdrawButton({ requestId }: { requestId: string }) {
  const { checkout } = trpc.useUtils()
  const withdraw = trpc.checkout.withdrawRequest.useMutation({
    onSuccess: () => toast({ title: requestMessages.withdrawnTitle, tone: 'good' }),
    onError(error) {
      toastError(requestMessages.withdrawFailedTitle, error)
    },
    onSettled: () => checkout.refundCase.invalidate(),
  })
  return (
    <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate({ requestId })}>
      Withdraw
    </Button>
  )
}
