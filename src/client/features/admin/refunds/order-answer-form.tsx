import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatDay } from '#client/lib/format.ts'
import type { Notice } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { RadioGroup } from '#client/ui/choice.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'
import { Box, Row, Stack } from '#client/ui/layout.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { requestMessageMaxLength } from '#shared/limits.ts'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { requestMessages } from '#shared/messages/refund-requests.ts'
import { formatPounds, toPounds, zeroPence } from '#shared/money/money.ts'
import { leftToRefund, quoteRefund } from '#shared/refunds/refund-quote.ts'
import type { LineDetailOutput, OrderDetailOutput } from '#shared/schemas/admin-orders.ts'
import type { RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { OrderAmountField } from './order-amount-field.tsx'
import { refundableOf, refundNotice, seenBack, typedPence } from './order-refund.ts'
import { AccessNote, refundSums } from './order-refund-dialog.tsx'

type AnswerFormProps = {
  detail: OrderDetailOutput
  request: RefundRequestOutput
  lines: readonly LineDetailOutput[]
}
type Decision = (typeof DECISIONS)[number]

const DECISIONS = ['grant', 'part', 'decline'] as const

/** Chosen for the admin only where the rules leave no choice: a cancelled order goes back, and what is not there cannot. */
function impliedBy({ dueAt }: RefundRequestOutput, canGrant: boolean): Decision | null {
  if (!canGrant) return 'decline'
  return dueAt === null ? null : 'grant'
}

/** The admin’s answer: all of it, a part, or no. */
export function AnswerForm({ detail, request, lines }: AnswerFormProps) {
  const { id: requestId, exchangeVideo } = request
  const order = refundableOf(detail)
  const lineIds = lines.filter(({ refund }) => refund === 'none').map(({ id }) => id)
  const whole = exchangeVideo === null ? quoteRefund(order, { lineIds }) : null
  const canGrant = exchangeVideo !== null || whole !== null
  const [decision, setDecision] = useState(() => impliedBy(request, canGrant))
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const amountPence = decision === 'part' ? typedPence(typed) : null
  const quote = decision === 'part' ? quoteRefund(order, { amountPence: amountPence ?? zeroPence }) : whole
  const hasSums = (decision === 'grant' || decision === 'part') && exchangeVideo === null
  const shown = hasSums ? quote : null
  const isReady =
    decision === 'decline'
      ? words.trim() !== ''
      : decision !== null && (exchangeVideo !== null || quote !== null)
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

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // What is wrong stands there before the focus reads it out.
    flushSync(() => setTried(true))
    if (decision === null) event.currentTarget.querySelector('input')?.focus()
    if (!isReady) return
    if (decision === 'decline') answer.mutate()
    else setAsking(true)
  }

  return (
    <Box className="order-answer">
      <form className="form" noValidate onSubmit={submit}>
        <RadioGroup
          legend="Answer"
          options={[
            ...(canGrant ? [{ value: 'grant', label: grantLabel(request, lines, whole) }] : []),
            ...(whole ? [{ value: 'part', label: 'Refund a part: every film stays open' }] : []),
            { value: 'decline', label: 'Decline' },
          ]}
          value={decision ?? ''}
          onValueChange={(value) => {
            setDecision(DECISIONS.find((one) => one === value) ?? null)
            setTried(false)
          }}
          error={isTried && decision === null && requestMessages.answerRequired}
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
        <div aria-live="polite">{shown && <MoneyRows rows={refundSums(detail, shown)} />}</div>
        <AccessNote detail={detail} quote={shown} />
        <Row>
          <Button
            type="submit"
            variant={variantOf(decision, exchangeVideo !== null)}
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
          {quote && <MoneyRows rows={refundSums(detail, quote)} />}
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

function variantOf(decision: Decision | null, isExchange: boolean) {
  if (decision === null) return 'line'
  return decision === 'grant' && isExchange ? 'go' : 'danger'
}

function buttonLabel(decision: Decision | null, isExchange: boolean, quote: Quote): string {
  if (decision === null) return 'Answer'
  if (decision === 'decline') return 'Decline'
  if (isExchange) return 'Exchange'
  return quote ? `Refund ${sumOf(quote)}` : 'Refund'
}

const sumOf = ({ amountPence }: NonNullable<Quote>) => formatPounds(amountPence, { sums: true })
