import { Link } from 'react-router'
import { formatDay, formatSum } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { requestMessages, requestReasons } from '#shared/messages/refund-requests.ts'
import type { RefundCaseOutput, RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { linesOf, listOf, wouldGoBack } from './refund-case.ts'

/** That Stripe or the bank did not take a refund, as long as no admin has settled it. */
export function FailedRefund({ failed }: { failed: string }) {
  return (
    <Note tone="caution" title={`${formatSum(failed)} has not gone back yet`}>
      <p>
        The refund did not go through at our payment provider or your bank. The instructor sees this and sends
        the money again, or in another way. You need not ask again; to say where it should go,{' '}
        <Link className="link" to={`${paths.contact}?topic=payment`}>
          write to us
        </Link>
        .
      </p>
    </Note>
  )
}

type RefundRequestsProps = {
  found: RefundCaseOutput
  /** Where the answers go. */
  email: string
  /** The request that was just sent or withdrawn takes the focus. */
  changedId: string
  onWithdrawn: (requestId: string) => void
}

/** What was asked back of an order, and the answers, the newest first. */
export function RefundRequests({ changedId, ...props }: RefundRequestsProps) {
  return props.found.requests.map((request) => (
    <div
      // Once withdrawn it is another element, which takes the focus from the button that goes.
      key={request.id + (request.status === 'withdrawn')}
      tabIndex={-1}
      ref={request.id === changedId ? takeFocus : null}
    >
      <Request {...props} request={request} />
    </div>
  ))
}

function takeFocus(node: HTMLElement | null) {
  node?.focus()
}

type RequestProps = Omit<RefundRequestsProps, 'changedId'> & { request: RefundRequestOutput }

function Request({ found, request, email, onWithdrawn }: RequestProps) {
  const { id, status, reason, message, answer, answeredAt, createdAt, exchangeVideo } = request
  const lines = linesOf(found, request)
  const titles = listOf(lines)
  if (status === 'waiting') {
    // One of them may have been refunded since.
    const left = lines.filter(({ refund }) => refund === 'none')
    const open = left.filter(({ isOpen }) => isOpen)
    const asked = exchangeVideo
      ? `${exchangeVideo.title} in place of ${titles}`
      : left.length === 0
        ? `Money back for ${titles}`
        : `${wouldGoBack(found, left)} back for ${listOf(left)}`
    return (
      <Note
        tone="good"
        title={`Asked on ${formatDay(createdAt)}: ${asked}`}
        actions={<WithdrawButton onWithdrawn={() => onWithdrawn(id)} requestId={id} />}
      >
        <div className="stack">
          <p>
            {requestReasons[reason]}
            {message !== null && `: ${message}`}
          </p>
          <p>
            A receipt was sent to {email}. The instructor reads your request and answers there
            {open.length > 0 && `; until then ${listOf(open)} ${open.length === 1 ? 'stays' : 'stay'} open`}.
          </p>
          {request.dueAt !== null && (
            <p>You cancel within the 14 days: the money goes back by {formatDay(request.dueAt)}.</p>
          )}
          <p>
            To add something, or if nothing has come after a week,{' '}
            <Link className="link" to={`${paths.contact}?topic=payment`}>
              write to us
            </Link>
            .
          </p>
        </div>
      </Note>
    )
  }
  const asked = exchangeVideo ? `${exchangeVideo.title} in place of ${titles}` : `Money back for ${titles}`
  const when = `${status} on ${formatDay(answeredAt ?? createdAt)}`
  if (status === 'withdrawn') {
    return (
      <p className="quiet">
        {asked}: {when}
      </p>
    )
  }
  return (
    <Note tone={status === 'granted' ? 'good' : 'caution'} title={`${asked}: ${when}`}>
      <p>{outcomeOf(request, titles)}</p>
      {answer !== null && <blockquote className="written">{answer}</blockquote>}
      {status === 'declined' && (
        <p>
          If you disagree, <Link to={`${paths.contact}?topic=complaint`}>complain</Link>: a person looks at it
          again.
        </p>
      )}
    </Note>
  )
}

function outcomeOf({ status, isSettled, exchangeVideo }: RefundRequestOutput, titles: string): string {
  if (status === 'declined') return 'The answer is no.'
  if (isSettled) return 'The money went back.'
  return exchangeVideo === null
    ? 'The money goes back the way it came. Once it is sent, the credit note comes by email.'
    : `${exchangeVideo.title} is open to you, and ${titles} is closed.`
}

function WithdrawButton({ requestId, onWithdrawn }: { requestId: string; onWithdrawn: () => void }) {
  const { checkout } = trpc.useUtils()
  const withdraw = trpc.checkout.withdrawRequest.useMutation({
    onSuccess() {
      toast({ title: requestMessages.withdrawnTitle, tone: 'good' })
      onWithdrawn()
    },
    onError(error) {
      toastError(requestMessages.withdrawFailedTitle, error)
    },
    onSettled: () => Promise.all([checkout.refundCase.invalidate(), checkout.orders.invalidate()]),
  })
  return (
    <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate({ requestId })}>
      Withdraw
    </Button>
  )
}
