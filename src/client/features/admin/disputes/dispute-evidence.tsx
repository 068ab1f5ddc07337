import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { Fetched } from '#client/features/admin/parts/fetched.tsx'
import { formatMinute, formatSum } from '#client/lib/format.ts'
import { saveDocument } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Disclosure } from '#client/ui/disclosure.tsx'
import { Row } from '#client/ui/layout.tsx'
import { disputeMessages, EVIDENCE_LABELS } from '#shared/messages/disputes.ts'
import type { DisputeAnswerOutput } from '#shared/schemas/disputes.ts'

/** What the shop can say to the bank of a dispute: looked at as a PDF, put into Stripe's fields, and sent by a person. */
export function DisputeEvidence({ disputeId }: { disputeId: string }) {
  const headingId = useId()
  const answer = trpc.admin.disputes.evidence.useQuery({ disputeId }, { staleTime: 0 })
  return (
    <section aria-labelledby={headingId} className="order-evidence">
      <h2 id={headingId} className="order-heading">
        {disputeMessages.title}
      </h2>
      <Fetched query={answer}>{(data) => <Answer answer={data} />}</Fetched>
    </section>
  )
}

function Answer({ answer }: { answer: DisputeAnswerOutput }) {
  const { disputeId, canAnswer, savedAt } = answer
  const [isConfirming, setConfirming] = useState(false)
  const { client, admin } = trpc.useUtils()
  const show = (next: DisputeAnswerOutput) => admin.disputes.evidence.setData({ disputeId }, next)
  const open = useMutation({
    mutationFn: () => client.admin.disputes.openEvidence.mutate({ disputeId }),
    onSuccess: saveDocument,
    onError: (error) => toastFailure(disputeMessages.openFailed, error),
  })
  const prepare = useMutation({
    mutationFn: () => client.admin.disputes.prepareEvidence.mutate({ disputeId }),
    onSuccess(next) {
      show(next)
      toast({ title: disputeMessages.prepared, description: disputeMessages.preparedText, tone: 'good' })
    },
    onError: (error) => toastFailure(disputeMessages.prepareFailed, error),
  })
  const submit = useMutation({
    mutationFn: () => client.admin.disputes.submitEvidence.mutate({ disputeId }),
    onSuccess(next) {
      show(next)
      toast({ title: disputeMessages.submitted, description: disputeMessages.submittedText, tone: 'good' })
    },
    onError: (error) => toastFailure(disputeMessages.submitFailed, error),
    onSettled: () => setConfirming(false),
  })

  return (
    <>
      <p>{stateOf(answer)}</p>
      <Row className="actions">
        <Button size="sm" loading={open.isPending} loadingText="Making it…" onClick={() => open.mutate()}>
          Download evidence (PDF)
        </Button>
        {canAnswer && (
          <Button
            size="sm"
            loading={prepare.isPending}
            loadingText="Preparing…"
            onClick={() => prepare.mutate()}
          >
            {savedAt === null ? 'Prepare at Stripe' : 'Prepare again'}
          </Button>
        )}
        {canAnswer && savedAt !== null && (
          <Button size="sm" variant="go" onClick={() => setConfirming(true)}>
            Send to the bank
          </Button>
        )}
      </Row>
      <Disclosure title="The fields" hint="What Stripe’s form gets, word for word">
        {() => <Fields texts={answer.texts} />}
      </Disclosure>
      {isConfirming && (
        <ConfirmDialog
          open
          onOpenChange={() => setConfirming(false)}
          title="Send the evidence to the bank?"
          confirmText="Send"
          loading={submit.isPending}
          onConfirm={() => submit.mutate()}
        >
          <p>A dispute takes one answer. Nothing can be added or changed afterwards.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function stateOf({
  amount,
  dueAt,
  canAnswer,
  savedAt,
  submittedAt,
  submittedBy,
}: DisputeAnswerOutput): string {
  if (submittedAt !== null) return `Sent to the bank on ${formatMinute(submittedAt)} by ${submittedBy}.`
  if (!canAnswer) return 'The time to answer is over, or it was answered elsewhere: the bank decides.'
  const deadline = dueAt === null ? '' : ` Answer by ${formatMinute(dueAt)}.`
  const draft =
    savedAt === null
      ? 'Nothing is at Stripe yet.'
      : `A draft stands at Stripe since ${formatMinute(savedAt)}.`
  return `${formatSum(amount)} in dispute.${deadline} ${draft}`
}

function Fields({ texts }: Pick<DisputeAnswerOutput, 'texts'>) {
  return (
    <dl className="evidence-fields">
      {texts.map(({ field, text }) => (
        <div key={field}>
          <dt className="small quiet">{EVIDENCE_LABELS[field] ?? field}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
