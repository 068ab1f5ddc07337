import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest } from './api-error.ts'
import { emit } from './events.ts'
import { findFile } from './files.ts'
import { mergeMetadata, metadataChange, trueOrFalse } from './params.ts'
import type { World } from './world.ts'

/** What Stripe's reference says of a text: some have a length of their own, all together have one. */
const LONGEST_TEXT = 20_000
const LONGEST_EVIDENCE = 150_000

const TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_tracking_number',
  'uncategorized_text',
] as const

const FILES = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
] as const

type Field = (typeof TEXTS)[number] | (typeof FILES)[number]

const text = z.string().transform((value, context) => {
  if (value.length <= LONGEST_TEXT) return value
  context.addIssue({ code: 'custom', message: `Invalid string: must be at most ${LONGEST_TEXT} characters` })
  return z.NEVER
})

const evidence = Object.fromEntries([...TEXTS, ...FILES].map((field) => [field, text.optional()])) as Record<
  Field,
  z.ZodOptional<typeof text>
>

export const updateDisputeParams = z.strictObject({
  evidence: z.strictObject(evidence).optional(),
  metadata: metadataChange.optional(),
  submit: trueOrFalse.optional(),
})

/** Saves evidence, and submits it to the bank unless `submit` is false. It can be submitted once, and in time. */
export function updateDispute(
  world: World,
  dispute: Stripe.Dispute,
  { evidence: given = {}, metadata, submit = true }: z.infer<typeof updateDisputeParams>,
): Stripe.Dispute {
  const { status, evidence_details: details } = dispute
  if (status !== 'needs_response' && status !== 'warning_needs_response') {
    throw invalidRequest({ message: `This dispute is ${status}: its evidence cannot be changed.` })
  }
  if (details.due_by !== null && details.due_by < world.now()) {
    throw invalidRequest({ message: 'The time to answer this dispute is over.' })
  }
  for (const field of FILES) {
    const id = given[field]
    if (id) findFile(world, id, `evidence[${field}]`)
  }
  const answered = status === 'needs_response' ? 'under_review' : 'warning_under_review'
  const changes = Object.entries(given).map(([name, value]) => [name, value === '' ? null : value])
  const merged: Stripe.Dispute.Evidence = { ...dispute.evidence, ...Object.fromEntries(changes) }
  const length = TEXTS.reduce((sum, field) => sum + (merged[field]?.length ?? 0), 0)
  if (length > LONGEST_EVIDENCE) {
    throw invalidRequest({
      message: `Evidence may have at most ${LONGEST_EVIDENCE} characters.`,
      param: 'evidence',
    })
  }
  const updated = world.store.put('dispute', {
    ...dispute,
    evidence: merged,
    metadata: mergeMetadata(dispute.metadata, metadata),
    status: submit ? answered : status,
    evidence_details: {
      ...details,
      has_evidence: true,
      ...(submit ? { submission_count: details.submission_count + 1, submission_method: 'manual' } : {}),
    },
  })
  emit(world, 'charge.dispute.updated', { object: updated, previous_attributes: { status } })
  return updated
}
