import { paths } from '#client/site/paths.ts'
import type { NoteProps } from '#client/ui/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { checkoutSuccessMessages } from '#shared/messages/checkout.ts'
import type { PaymentStatus, PaymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { LinkButton, OutcomePage } from './outcome-page.tsx'

type Wording = { title: string; text: string; tone: NonNullable<NoteProps['tone']>; action: string | null }

const { failedTitle, failed, actionTitle, action, processingTitle, processing, cancelledTitle, cancelled } =
  checkoutSuccessMessages

const FAILED: Wording = { title: failedTitle, text: failed, tone: 'bad', action: 'Try again' }

const WORDINGS: Record<Exclude<PaymentStatus, 'paid'>, Wording> = {
  requires_payment: FAILED,
  failed: FAILED,
  requires_action: { title: actionTitle, text: action, tone: 'caution', action: 'Back to the checkout' },
  processing: { title: processingTitle, text: processing, tone: 'plain', action: null },
  cancelled: { title: cancelledTitle, text: cancelled, tone: 'caution', action: null },
}

/** Not paid, or not yet: cart and checkout data stay, so that the way back leads to the same order. */
export function UnpaidOutcome({ outcome }: { outcome: PaymentSuccessOutput }) {
  if (outcome.status === 'paid') return null
  const { title, text, tone, action } = WORDINGS[outcome.status]
  return (
    <OutcomePage
      title={title}
      tone={tone}
      actions={action !== null && <LinkButton to={paths.checkout}>{action}</LinkButton>}
    >
      <p>{text}</p>
      {outcome.status === 'processing' && (
        <p className="row outcome-help">
          <Spinner />
          This page checks every few seconds.
        </p>
      )}
    </OutcomePage>
  )
}
