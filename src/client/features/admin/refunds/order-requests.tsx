import { useId } from 'react'
import { cancellationLabel, refundState, watchedLabel } from '#client/features/admin/orders/order-labels.ts'
import { formatDay, formatShortMinute, formatSum } from '#client/lib/format.ts'
import { Note } from '#client/ui/alert.tsx'
import { detailsOf, KeyValues } from '#client/ui/detail-list.tsx'
import { Status, type StatusLabel } from '#client/ui/status.tsx'
import { addMinutes } from '#shared/calendar/durations.ts'
import { requestReasons } from '#shared/messages/refund-requests.ts'
import type { LineDetailOutput, OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import type { RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { AnswerForm } from './order-answer-form.tsx'

/** What the student asks back of an order, with what a fair answer looks at; the newest first. */
export function OrderRequests({ detail }: { detail: OrderDetailOutput }) {
  return detail.requests.map((request) => <Request key={request.id} detail={detail} request={request} />)
}

const STATES: Record<RefundRequestOutput['status'], StatusLabel> = {
  waiting: { kind: 'pending', label: 'Wants an answer' },
  granted: { kind: 'done', label: 'Granted' },
  declined: { kind: 'stop', label: 'Declined' },
  withdrawn: { kind: 'not-started', label: 'Withdrawn' },
}

type RequestProps = { detail: OrderDetailOutput; request: RefundRequestOutput }

function Request({ detail, request }: RequestProps) {
  const headingId = useId()
  const { status, reason, message, answer, answeredAt, createdAt, dueAt, exchangeVideo } = request
  const lines = detail.lines.filter(({ id }) => request.lineIds.includes(id))
  const titles = lines.map(({ title }) => title).join(', ')
  return (
    <section aria-labelledby={headingId} className="order-evidence">
      <h2 id={headingId} className="order-heading">
        {status === 'waiting' ? 'Asks' : 'Asked'}{' '}
        {exchangeVideo ? `for ${exchangeVideo.title} in place of ${titles}` : `money back for ${titles}`}
      </h2>
      <KeyValues
        details={detailsOf([
          ['State', <Status key="state" {...STATES[status]} />],
          ['What came of it', status === 'granted' && outcomeOf(detail, request, lines)],
          ['Reason', requestReasons[reason]],
          [
            'Writes',
            message && (
              <span key="message" className="order-request-words">
                {message}
              </span>
            ),
          ],
          ['Asked', formatShortMinute(createdAt)],
          ['Bought', formatShortMinute(detail.paidAt ?? detail.createdAt)],
          [
            'Watched',
            lines.map(({ title, watched }) => `${title}: ${watchedLabel(watched).toLowerCase()}`).join(', '),
          ],
          [
            'Right to cancel',
            dueAt !== null && detail.cancellation.right === 'waived'
              ? 'Stood until the new term begins'
              : cancellationLabel(detail.cancellation),
          ],
          [status === 'withdrawn' ? 'Withdrawn' : 'Answered', answeredAt && formatShortMinute(answeredAt)],
          [
            'Answer',
            answer && (
              <span key="answer" className="order-request-words">
                {answer}
              </span>
            ),
          ],
        ])}
      />
      {dueAt !== null && (
        <Note tone="caution" title="Cancelled within the 14 days">
          All that was paid goes back, whatever was watched: by {formatDay(dueAt)}.
        </Note>
      )}
      {status === 'waiting' && <AnswerForm detail={detail} request={request} lines={lines} />}
    </section>
  )
}

/**
 * Also true of a request that was settled another way than it asked. A part of the price names no video: it cannot be
 * told from another refund of the order, and neither can one of several refunds of the same video.
 */
function outcomeOf(
  { refunds }: OrderDetailOutput,
  { exchangeVideo, lineIds, answeredAt }: RefundRequestOutput,
  lines: readonly LineDetailOutput[],
): string {
  const titles = lines.map(({ title }) => title).join(', ')
  const access = lines[0]?.access
  if (exchangeVideo && access?.videoId === exchangeVideo.id) {
    return access.isOpen
      ? `${exchangeVideo.title} is open, ${titles} is closed.`
      : `${titles} was exchanged for ${exchangeVideo.title}.`
  }
  const [found, ...others] = refunds.filter((refund) => lineIds.some((id) => refund.lineIds.includes(id)))
  // The refund of an answer is written with it, a moment later.
  const isLater = found && answeredAt && found.createdAt > addMinutes(new Date(answeredAt), 1).toISOString()
  if (!found || others.length > 0 || isLater) return 'It stands under Refunds and disputes.'
  const state = `${formatSum(found.amount)} ${refundState(found).label.toLowerCase()}.`
  if (lines.some(({ refund }) => refund !== 'refunded')) return state
  return `${state} ${titles} ${lines.length > 1 ? 'are' : 'is'} closed.`
}
