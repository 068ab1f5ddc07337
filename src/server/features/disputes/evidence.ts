import { createHash } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { renderDocument } from '#server/features/documents/render-document.ts'
import type { EvidenceTexts } from '#server/infra/stripe-disputes.ts'
import { type EvidenceFacts, evidenceFacts } from './evidence-facts.ts'
import { renderEvidence } from './evidence-pdf.ts'
import { type DisputedPayment, findDisputedPayment, listUse } from './evidence-queries.ts'
import { evidenceTexts } from './evidence-texts.ts'

type EvidenceDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'payments'>
type Request = { disputeId: string; adminId: string }

export type DisputeAnswer = { dispute: DisputedPayment; texts: EvidenceTexts; canAnswer: boolean }

/**
 * What the shop would say to the bank now, and what was sent.
 *
 * @throws ShopError NOT_FOUND
 */
export async function getEvidence(deps: EvidenceDeps, disputeId: string): Promise<DisputeAnswer> {
  const { dispute, facts } = await readFacts(deps, disputeId)
  return { dispute, texts: evidenceTexts(facts), canAnswer: canAnswer(dispute, deps.clock.now()) }
}

/**
 * The evidence as one PDF. Reading it is audited: it holds what a customer watched and from where.
 *
 * @throws ShopError NOT_FOUND
 */
export async function openEvidence(
  deps: EvidenceDeps,
  { disputeId, adminId }: Request,
): Promise<{ filename: string; content: Buffer }> {
  const { dispute, facts } = await readFacts(deps, disputeId)
  const content = await renderEvidence(facts, deps.clock.now())
  await deps.db.$transaction((tx) =>
    recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'evidence.opened',
      subject: { kind: 'dispute', id: disputeId },
      details: { orderId: dispute.payment.order.id },
    }),
  )
  return { filename: `evidence-${dispute.stripeDisputeId}.pdf`, content }
}

/**
 * Puts the evidence into Stripe's fields and uploads the PDF and the invoice, without sending anything to the bank. It
 * can be repeated until it is sent.
 *
 * @throws ShopError NOT_FOUND; DISPUTE_ANSWERED; DISPUTE_OVER where Stripe takes nothing any more
 */
export async function prepareEvidence(
  deps: EvidenceDeps,
  { disputeId, adminId }: Request,
): Promise<DisputeAnswer> {
  const { dispute, facts } = await readFacts(deps, disputeId)
  refuseAnswered(dispute, deps.clock.now())
  const now = deps.clock.now()
  const content = await renderEvidence(facts, now)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const name = `evidence-${dispute.stripeDisputeId}.pdf`
  const texts = evidenceTexts(facts)
  const [stripeFileId, receipt] = await Promise.all([
    deps.payments.uploadEvidence({ name, content }),
    uploadReceipt(deps, facts),
  ])
  const files = { uncategorized_file: stripeFileId, ...(receipt === null ? {} : { receipt }) }
  const saved = await deps.payments.saveEvidence(dispute.stripeDisputeId, { texts, files })
  if (!saved?.canSubmit) throw new ShopError('DISPUTE_OVER')
  await deps.db.$transaction(async (tx) => {
    const data = { stripeFileId, sha256, savedAt: now, savedById: adminId }
    await tx.disputeEvidence.upsert({ where: { disputeId }, create: { disputeId, ...data }, update: data })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'evidence.prepared',
      subject: { kind: 'dispute', id: disputeId },
      details: { orderId: dispute.payment.order.id, sha256, fields: Object.keys(texts).length, stripeFileId },
    })
  })
  return getEvidence(deps, disputeId)
}

/**
 * Sends the prepared evidence to the bank, once and for good.
 *
 * @throws ShopError NOT_FOUND; EVIDENCE_NOT_PREPARED; DISPUTE_ANSWERED; DISPUTE_OVER
 */
export async function submitEvidence(
  deps: EvidenceDeps,
  { disputeId, adminId }: Request,
): Promise<DisputeAnswer> {
  const dispute = await findDisputedPayment(deps, disputeId)
  if (!dispute) throw new ShopError('NOT_FOUND')
  refuseAnswered(dispute, deps.clock.now())
  if (!dispute.evidence) throw new ShopError('EVIDENCE_NOT_PREPARED')
  const submitted = await deps.payments.submitEvidence(dispute.stripeDisputeId)
  if (!submitted) throw new ShopError('DISPUTE_OVER')
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.disputeEvidence.updateMany({
      where: { disputeId, submittedAt: null },
      data: { submittedAt: deps.clock.now(), submittedById: adminId },
    })
    if (count !== 1) throw new ShopError('DISPUTE_ANSWERED')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'evidence.submitted',
      subject: { kind: 'dispute', id: disputeId },
      details: { orderId: dispute.payment.order.id, submissions: submitted.submissions },
    })
  })
  return getEvidence(deps, disputeId)
}

async function readFacts(deps: EvidenceDeps, disputeId: string) {
  const dispute = await findDisputedPayment(deps, disputeId)
  if (!dispute) throw new ShopError('NOT_FOUND')
  const use = await listUse(deps, dispute.payment.order)
  const { seller, publicUrl } = deps.config
  return { dispute, facts: evidenceFacts({ dispute, use, seller, publicUrl }) }
}

/** The invoice as PDF is the receipt. */
async function uploadReceipt(deps: EvidenceDeps, { invoice }: EvidenceFacts): Promise<string | null> {
  if (!invoice) return null
  const { filename, content } = await renderDocument(deps, invoice.id)
  return deps.payments.uploadEvidence({ name: filename, content })
}

function canAnswer({ status, dueAt, evidence }: DisputedPayment, now: Date): boolean {
  const isOpen = status === 'open' || status === 'inquiry'
  return isOpen && !evidence?.submittedAt && (dueAt === null || dueAt > now)
}

function refuseAnswered(dispute: DisputedPayment, now: Date): void {
  if (dispute.evidence?.submittedAt) throw new ShopError('DISPUTE_ANSWERED')
  if (!canAnswer(dispute, now)) throw new ShopError('DISPUTE_OVER')
}
