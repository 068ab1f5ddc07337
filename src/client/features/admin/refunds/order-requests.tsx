import { type FormEvent, useId, useState } from 'react'
import { cancellationLabel, refundState, watchedLabel } from '#client/features/admin/orders/order-labels.ts'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatDay, formatMinute, formatSum } from '#client/lib/format.ts'
import type { Notice } from '#client/lib/toast.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { RadioGroup } from '#client/ui/choice.tsx'
import { detailsOf, KeyValues } from '#client/ui/detail-list.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'
import { Box, Row, Stack } from '#client/ui/layout.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { Status, type StatusLabel } from '#client/ui/status.tsx'
import { addMinutes } from '#shared/calendar/durations.ts'
import { requestMessageMaxLength } from '#shared/limits.ts'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { requestMessages, requestReasons } from '#shared/messages/refund-requests.ts'
import { formatPounds, toPounds, zeroPence } from '#shared/money/money.ts'
import { leftToRefund, quoteRefund } from '#shared/refunds/refund-quote.ts'
import type { LineDetailOutput, OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import type { RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { OrderAmountField } from './order-amount-field.tsx'
import { refundableOf, refundNotice, seenBack, typedPence } from './order-refund.ts'
import { AccessNote, refundSums } from './order-refund-dialog.tsx'

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
          ['Asked', formatMinute(createdAt)],
          ['Bought', formatMinute(detail.paidAt ?? detail.createdAt)],
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
          ['Answered', answeredAt && formatMinute(answeredAt)],
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

type AnswerFormProps = RequestProps & { lines: readonly LineDetailOutput[] }
type Decision = 'grant' | 'part' | 'decline'

function AnswerForm({ detail, request, lines }: AnswerFormProps) {
  const { id: requestId, exchangeVideo } = request
  const order = refundableOf(detail)
  const lineIds = lines.filter(({ refund }) => refund === 'none').map(({ id }) => id)
  const whole = exchangeVideo === null ? quoteRefund(order, { lineIds }) : null
  const canGrant = exchangeVideo !== null || whole !== null
  const [decision, setDecision] = useState<Decision>(canGrant ? 'grant' : 'decline')
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const amountPence = decision === 'part' ? typedPence(typed) : null
  const quote = decision === 'part' ? quoteRefund(order, { amountPence: amountPence ?? zeroPence }) : whole
  const isReady = decision === 'decline' ? words.trim() !== '' : exchangeVideo !== null || quote !== null
  const answer = useAdminMutation({
    area: 'orders',
    async act({ orders }): Promise<Notice> {
      if (decision === 'decline') {
        await orders.declineRequest.mutate({ requestId, words })
        return { title: 'Request Declined', tone: 'good' }
      }
      const amount = amountPence === null ? null : toPounds(amountPence)
      const { status } = await orders.grantRequest.mutate({
        requestId,
        amount,
        words,
        seenBack: seenBack(order),
      })
      return status === null
        ? { title: 'Film Exchanged', tone: 'good' }
        : refundNotice(status, `${quote ? `${sumOf(quote)} to ` : ''}${detail.student.email}`)
    },
    done: (notice) => notice,
    onSettled: () => setAsking(false),
    failed: decision === 'decline' ? requestMessages.declineFailed : requestMessages.grantFailed,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!isReady) return
    if (decision === 'decline') answer.mutate()
    else setAsking(true)
  }

  return (
    <Box>
      <form className="form" noValidate onSubmit={submit}>
        <RadioGroup
          legend="Answer"
          options={[
            ...(canGrant ? [{ value: 'grant', label: grantLabel(request, lines, whole) }] : []),
            ...(whole ? [{ value: 'part', label: 'Refund a part: every film stays open' }] : []),
            { value: 'decline', label: 'Decline' },
          ]}
          value={decision}
          onValueChange={(value) => setDecision(value === 'part' || value === 'decline' ? value : 'grant')}
        />
        {decision === 'part' && (
          <OrderAmountField
            typed={typed}
            onType={setTyped}
            leftPence={leftToRefund(order)}
            isTried={isTried}
          />
        )}
        <Field
          label="Words to the student"
          hint="Mailed with the answer."
          optional={decision !== 'decline'}
          error={
            isTried && decision === 'decline' && words.trim() === '' && orderAdminMessages.reasonRequired
          }
        >
          <Textarea
            rows={3}
            maxLength={requestMessageMaxLength}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </Field>
        {decision !== 'decline' && exchangeVideo === null && (
          <>
            <div aria-live="polite">{quote && <MoneyRows rows={refundSums(detail, quote)} />}</div>
            <AccessNote detail={detail} quote={quote} />
          </>
        )}
        <Row>
          <Button
            type="submit"
            variant={decision === 'grant' && exchangeVideo !== null ? 'go' : 'danger'}
            loading={answer.isPending && !isAsking}
          >
            {buttonLabel(decision, exchangeVideo !== null, quote)}
          </Button>
        </Row>
      </form>
      {isAsking && (
        <GrantQuestion
          detail={detail}
          request={request}
          lines={lines}
          quote={quote}
          loading={answer.isPending}
          onConfirm={() => answer.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  )
}

type GrantQuestionProps = AnswerFormProps & {
  quote: Quote
  loading: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Money that went back, and a video that closed, cannot be called back: what happens is said before it does. */
function GrantQuestion({ detail, request, lines, quote, ...question }: GrantQuestionProps) {
  const { email } = detail.student
  const { exchangeVideo } = request
  const titles = lines.map(({ title }) => title).join(', ')
  const label = buttonLabel('grant', exchangeVideo !== null, quote)
  return (
    <ConfirmDialog
      open
      onOpenChange={question.onClose}
      title={exchangeVideo ? `Exchange ${titles} for ${exchangeVideo.title}?` : `${label}?`}
      confirmText={label}
      danger={exchangeVideo === null}
      loading={question.loading}
      onConfirm={question.onConfirm}
    >
      {exchangeVideo ? (
        <p>
          {exchangeVideo.title} opens to <EmailText email={email} />
          {untilOf(lines)}, and {titles} closes. No money moves. They are told by email.
        </p>
      ) : (
        <Stack>
          <p>
            To <EmailText email={email} />, the way it came. They are told by email, with a credit note.
          </p>
          <AccessNote detail={detail} quote={quote} />
        </Stack>
      )}
    </ConfirmDialog>
  )
}

type Quote = ReturnType<typeof quoteRefund>

function grantLabel(
  { exchangeVideo }: RefundRequestOutput,
  lines: readonly LineDetailOutput[],
  quote: Quote,
) {
  if (exchangeVideo === null) return `Refund ${quote ? sumOf(quote) : ''}: access ends`
  return `Open ${exchangeVideo.title}${untilOf(lines)}, close ${lines.map(({ title }) => title).join(', ')}`
}

function untilOf([line]: readonly LineDetailOutput[]): string {
  return line?.access ? ` until ${formatDay(line.access.expiresAt)}` : ''
}

function buttonLabel(decision: Decision, isExchange: boolean, quote: Quote): string {
  if (decision === 'decline') return 'Decline'
  if (isExchange) return 'Exchange'
  return quote ? `Refund ${sumOf(quote)}` : 'Refund'
}

const sumOf = ({ amountPence }: NonNullable<Quote>) => formatPounds(amountPence, { sums: true })
