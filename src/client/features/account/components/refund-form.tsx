import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox, RadioGroup } from '#client/ui/choice.tsx'
import { Field, FieldError, Select, Textarea } from '#client/ui/field.tsx'
import { Box, Stack } from '#client/ui/layout.tsx'
import { requestMessageMaxLength } from '#shared/limits.ts'
import { requestMessages, requestReasons } from '#shared/messages/refund-requests.ts'
import { needsWords, REQUEST_REASONS, type RequestReason } from '#shared/refunds/refund-requests.ts'
import type { AskRefundOutput, CaseLineOutput, RefundCaseOutput } from '#shared/schemas/refund-requests.ts'
import { listOf, watchedText, wouldGoBack } from './refund-case.ts'

type RefundFormProps = {
  found: RefundCaseOutput
  /** The lines that can be asked about. */
  askable: readonly CaseLineOutput[]
  videoId: number
  /** It was opened by a press, and takes its focus. */
  isOpened: boolean
  onSent: (request: AskRefundOutput) => void
}

/** Filled in as far as the order says it; only the student knows the reason. */
export function RefundForm({ found, askable, videoId, isOpened, onSent }: RefundFormProps) {
  const [lineIds, setLineIds] = useState(() => firstChoice(askable, videoId))
  // Within the 14 days no reason is needed.
  const [reason, setReason] = useState<RequestReason | null>(found.canCancel ? 'changedMind' : null)
  const [wish, setWish] = useState<'refund' | 'exchange'>('refund')
  const [exchangeId, setExchangeId] = useState('')
  const [message, setMessage] = useState('')
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isOpened) form.current?.querySelector('input')?.focus()
  }, [isOpened])
  const { checkout } = trpc.useUtils()
  const ask = trpc.checkout.askRefund.useMutation({
    onSuccess: onSent,
    // The form may go with what another tab has asked for: the toast stays.
    onError(error) {
      toastError(requestMessages.failedTitle, error)
    },
    // A form is busy no longer than its answer takes; the version before answers with the id alone.
    onSettled(sent) {
      void checkout.orders.invalidate()
      const reread = checkout.refundCase.invalidate()
      return sent && !('lineIds' in sent) ? reread : undefined
    },
  })

  const lines = askable.filter(({ id }) => lineIds.includes(id))
  const exchanges = lines.length === 1 ? (lines[0]?.exchanges ?? []) : []
  const isExchange = wish === 'exchange' && exchanges.length > 0
  const exchangeVideo = isExchange ? exchanges.find(({ id }) => String(id) === exchangeId) : undefined
  const sum = wouldGoBack(found, lines)
  const closing = `${listOf(lines)} ${lines.length === 1 ? 'closes' : 'close'} once this is granted, not before`
  const needsMessage = reason !== null && !found.canCancel && needsWords(reason)
  const isLackingWords = needsMessage && message.trim() === ''
  const canSend =
    lines.length > 0 && reason !== null && !isLackingWords && (!isExchange || exchangeVideo !== undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!canSend) {
      flushSync(() => setTried(true))
      form.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus()
      return
    }
    ask.mutate({
      orderId: found.orderId,
      lineIds: lines.map(({ id }) => id),
      wish: isExchange ? 'exchange' : 'refund',
      exchangeVideoId: exchangeVideo?.id ?? null,
      reason,
      message,
    })
  }

  return (
    <Box className="no-print request">
      <form ref={form} noValidate onSubmit={submit}>
        <BusyFieldset className="form" busy={ask.isPending}>
          {askable.length > 1 && (
            <fieldset>
              <legend className="field-label">Which films?</legend>
              <Stack>
                {askable.map((line) => (
                  <Checkbox
                    key={line.id}
                    label={line.title}
                    hint={`Watched: ${watchedText(line.watched).toLowerCase()}.`}
                    checked={lineIds.includes(line.id)}
                    {...(isTried &&
                      lines.length === 0 && {
                        'aria-invalid': true,
                        'aria-describedby': 'request-videos-error',
                      })}
                    onChange={({ target }) =>
                      setLineIds(
                        target.checked ? [...lineIds, line.id] : lineIds.filter((id) => id !== line.id),
                      )
                    }
                  />
                ))}
              </Stack>
              <FieldError id="request-videos-error">
                {isTried && lines.length === 0 && requestMessages.videosRequired}
              </FieldError>
            </fieldset>
          )}
          <RadioGroup
            legend="What is wrong?"
            hint={found.canCancel && 'No reason needed.'}
            options={REQUEST_REASONS.map((value) => ({ value, label: requestReasons[value] }))}
            value={reason ?? ''}
            error={isTried && reason === null && requestMessages.reasonRequired}
            onValueChange={(value) => setReason(REQUEST_REASONS.find((one) => one === value) ?? 'other')}
          />
          {exchanges.length > 0 ? (
            <RadioGroup
              legend="What do you ask for?"
              options={[
                { value: 'refund', label: `${sum} back: ${closing}` },
                { value: 'exchange', label: 'Another film of the same price in its place' },
              ]}
              value={isExchange ? 'exchange' : 'refund'}
              onValueChange={(value) => setWish(value === 'exchange' ? 'exchange' : 'refund')}
            />
          ) : (
            lines.length > 0 && (
              <p>
                You ask for {sum} back. {closing}.
              </p>
            )
          )}
          {isExchange && (
            <Field
              label="The film you meant"
              error={isTried && exchangeVideo === undefined && requestMessages.exchangeRequired}
            >
              <Select value={exchangeId} onChange={({ target }) => setExchangeId(target.value)}>
                <option value="">Choose…</option>
                {exchanges.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field
            label={needsMessage ? 'What is wrong with it?' : 'Anything to add?'}
            optional={!needsMessage}
            error={isTried && isLackingWords && requestMessages.wordsRequired}
          >
            <Textarea
              rows={4}
              maxLength={requestMessageMaxLength}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
          <Button type="submit" variant="go" loading={ask.isPending} loadingText="Sending…">
            Send request
          </Button>
        </BusyFieldset>
      </form>
    </Box>
  )
}

/** In the order of the page: one of a group of which none is chosen, or a field that is wrong. */
const FIRST_WRONG = '[aria-invalid], fieldset:has(> .field-error) input'

/** The video the link was about, or the only one. */
function firstChoice(askable: readonly CaseLineOutput[], videoId: number): string[] {
  const chosen = askable.length === 1 ? askable : askable.filter((line) => line.videoId === videoId)
  return chosen.map(({ id }) => id)
}
