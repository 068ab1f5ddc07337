import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { PAYMENT_OUTCOME } from '#client/features/checkout/use-payment-outcome.ts'
import { DocumentButton } from '#client/lib/document-button.tsx'
import { capitalised, formatDay, videosInWords } from '#client/lib/format.ts'
import { cartItems, checkoutData, referralCode } from '#client/lib/stored.ts'
import { toastError } from '#client/lib/toast-error.ts'
import { trpc } from '#client/lib/trpc.ts'
import { usePlayer } from '#client/lib/use-player.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { useSession } from '#client/site/session/use-session.ts'
import type { NoteProps } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { MoneyRow } from '#client/ui/money-rows.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { checkoutSuccessMessages, deciderOf } from '#shared/messages/checkout.ts'
import { dashboardMessages } from '#shared/messages/dashboard.ts'
import { requestMessages } from '#shared/messages/refund-requests.ts'
import type { PaymentStatus, PaymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { OrderBox } from './order-box.tsx'
import { LinkButton, OutcomePage, type OutcomePageProps } from './outcome-page.tsx'
import { sumRow, sumRows } from './sum-rows.ts'

/** One page for every answer: it changes in place, and so it is announced. */
export function PaymentOutcome({ outcome }: { outcome: PaymentSuccessOutput }) {
  const paid = usePaid(outcome)
  const unpaid = useUnpaid(outcome)
  const parts = paid ?? unpaid
  return parts && <OutcomePage {...parts} />
}

/** The server says paid: the cart is done with, and what the student owns is asked for again (requirements §4). */
function usePaid(outcome: PaymentSuccessOutput): OutcomePageProps | null {
  const isPaid = outcome.status === 'paid'
  const { user } = useSession()
  const { videos } = usePageData()
  const { progress, checkout } = trpc.useUtils()
  const settle = useEffectEvent(() => {
    forgetBought(outcome.videoIds)
    // Dashboard, purchases, progress and videos: all four hang on this one branch.
    void progress.invalidate()
    void checkout.invalidate()
  })
  useEffect(() => {
    if (isPaid) settle()
  }, [isPaid])
  const { play } = usePlayer()
  if (!isPaid) return null
  const bought = videos.filter(({ id }) => outcome.videoIds.includes(id))
  const titles = bought.map(({ title }) => title)
  const [only] = bought.length === 1 ? bought : []
  const { invoiceId: id, invoiceNumber: number } = outcome
  return {
    title: checkoutSuccessMessages.title,
    tone: 'good',
    isVideosFirst: !only,
    actions: only && (
      <Button variant="go" onClick={() => play(only.id)}>
        {checkoutSuccessMessages.start(only.title)}
      </Button>
    ),
    aside: (
      <OrderBox
        videos={bought}
        total={outcome.total}
        totalLabel="Paid"
        rows={[
          ...(number === null ? [] : [{ label: 'Invoice number', amount: number }]),
          ...orderRows(outcome),
        ]}
        actOn={({ id, title }) =>
          !only && (
            <Button
              size="sm"
              className="no-print"
              aria-label={checkoutSuccessMessages.start(title)}
              onClick={() => play(id)}
            >
              {dashboardMessages.start}
            </Button>
          )
        }
      >
        {user && number && id && (
          <p className="no-print">
            <DocumentButton userId={user.id} document={{ id, number, kind: 'invoice' }} isNamed />
          </p>
        )}
        <p className="no-print outcome-part">
          <Link className="link" to={paths.order(outcome.orderId)}>
            {requestMessages.link}
          </Link>{' '}
          {requestMessages.leadsTo}
        </p>
      </OrderBox>
    ),
    children: (
      <p>
        {listOf(titles)} {titles.length === 1 ? 'is' : 'are'} open
        {outcome.expiresAt !== null && ` until ${formatDay(outcome.expiresAt)}`}. The invoice is on its way
        {user === null ? '.' : <> to {closing(user.email)}</>}
      </p>
    ),
  }
}

/** As the checkout has them; the videos' prices in one line. */
function orderRows({ sums, videoIds }: PaymentSuccessOutput): MoneyRow[] {
  if (sums === undefined) return []
  return [sumRow(capitalised(videosInWords(videoIds.length)), sums.subtotal), ...sumRows(sums)]
}

/** The address and its full stop, on one line where there is room, else broken before the @. */
function closing(email: string) {
  const at = email.lastIndexOf('@')
  return (
    <span className="outcome-address">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}.
    </span>
  )
}

function listOf(titles: readonly string[]): string {
  if (titles.length < 2) return titles[0] ?? 'Your film'
  return `${titles.slice(0, -1).join(', ')} and ${titles.at(-1)}`
}

/**
 * Takes what was bought out of the cart and the checkout data, which empties both, and the code with them. Videos put into the cart since
 * then stay: the page of an old payment can be opened again.
 */
function forgetBought(videoIds: readonly number[]): void {
  const rest = (cartItems.read() ?? []).filter(({ video }) => !videoIds.includes(video.id))
  if (rest.length > 0) cartItems.write(rest)
  else {
    cartItems.clear()
    referralCode.clear()
  }
  const wanted = checkoutData.read()?.items.videoIds ?? []
  if (wanted.every((id) => videoIds.includes(id))) checkoutData.clear()
}

type Wording = {
  title: string
  text: (decider: string) => string
  tone: NonNullable<NoteProps['tone']>
  action: string | null
}

const { processingNext, notCancelledTitle, notCancelled, cancelOrder: cancelLabel } = checkoutSuccessMessages
const { failedTitle, failed, actionTitle, action, processingTitle, processing, cancelledTitle, cancelled } =
  checkoutSuccessMessages

const FAILED: Wording = { title: failedTitle, text: () => failed, tone: 'bad', action: 'Try again' }

const WORDINGS: Record<Exclude<PaymentStatus, 'paid'>, Wording> = {
  requires_payment: FAILED,
  failed: FAILED,
  requires_action: { title: actionTitle, text: action, tone: 'caution', action: 'Back to the checkout' },
  processing: { title: processingTitle, text: processing, tone: 'plain', action: null },
  cancelled: { title: cancelledTitle, text: () => cancelled, tone: 'caution', action: null },
}

/** What still waits at Klarna, Revolut or a bank: Stripe takes some of it back. */
const CANCELLABLE: readonly PaymentStatus[] = ['processing', 'requires_action']

function useCancel({ orderId }: PaymentSuccessOutput) {
  const { client, checkout } = trpc.useUtils()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.checkout.cancelUnpaid.mutate({ orderId }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [PAYMENT_OUTCOME] }),
        checkout.pending.invalidate(),
      ]),
    onError: (error) => {
      toastError(notCancelledTitle, error)
    },
  })
}

/** Not paid, or not yet: cart and checkout data stay, so that the way back leads to the same order. */
function useUnpaid(outcome: PaymentSuccessOutput): OutcomePageProps | null {
  const { checkout } = trpc.useUtils()
  const { videos } = usePageData()
  const { status } = outcome
  const cancel = useCancel(outcome)
  // The header asked before Stripe was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is another answer
  useEffect(() => void checkout.pending.invalidate(), [status])
  if (status === 'paid') return null
  const { title, text, tone, action } = WORDINGS[status]
  const isWaiting = CANCELLABLE.includes(status)
  const isRefused = cancel.data?.status === 'processing'
  const ordered = videos.filter(({ id }) => outcome.videoIds.includes(id))
  return {
    title,
    tone,
    actions: action !== null && <LinkButton to={paths.checkout}>{action}</LinkButton>,
    lastAction: isWaiting && !isRefused && (
      <Button variant="quiet" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {cancelLabel}
      </Button>
    ),
    aside: <OrderBox videos={ordered} total={outcome.total} totalLabel="Total" />,
    children: (
      <>
        <p>{text(deciderOf(outcome.method))}</p>
        {isRefused && (
          <p className="outcome-help" tabIndex={-1} ref={takeFocus}>
            {notCancelled}
          </p>
        )}
        {status === 'processing' && (
          <>
            <p className="outcome-help">{processingNext}</p>
            <p className="row outcome-help">
              <Spinner />
              This page checks every few seconds.
            </p>
          </>
        )}
      </>
    ),
  }
}

/** The button that asked is gone. */
function takeFocus(answer: HTMLElement | null): void {
  answer?.focus()
}
