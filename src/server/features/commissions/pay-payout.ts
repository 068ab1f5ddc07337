import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { numberPayoutDocument } from '#server/features/documents/number-documents.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { PaidHow } from '#shared/schemas/payouts.ts'
import { payoutFacts, payoutMail } from './present-papers.ts'
import type { EntrySum, PaperPayout } from './queries.ts'
import { sumEntriesOf } from './queries-payout-run.ts'

type PayDeps = Pick<Deps, 'clock' | 'config' | 'seal'>

/** When and how the money went; without a word on how, by the bank file that names the payout. */
type Payment = { paidAt: Date; how: PaidHow | null; note: string | null }

type Paying = {
  payout: PaperPayout
  payment: Payment
  adminId: string
  /** Its entries summed up, where the caller has them; else they are read. */
  sums?: readonly EntrySum[]
}

/**
 * Step: marks a pending payout paid, with its paper and number at the first payment, its mail and its place in the
 * audit log. The caller holds the referer. Answers the mail's outbox row.
 *
 * @throws ShopError CONFLICT where it is pending no longer, PAYOUT_NOT_IN_FILE where it was paid with none
 */
export async function payPayout(
  tx: Prisma.TransactionClient,
  deps: PayDeps,
  { payout, payment, adminId, sums }: Paying,
): Promise<string | null> {
  const { id } = payout
  const { paidAt, note } = payment
  const isInFile = payout.exportedAt !== null
  if (payment.how === 'bankFile' && !isInFile) throw new ShopError('PAYOUT_NOT_IN_FILE')
  const how = payment.how ?? (isInFile ? 'bankFile' : null)
  await writePaid(tx, { id, paidAt, paidHow: how, paidNote: note })
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'payout.paid',
    subject: { kind: 'payout', id },
    details: {
      quarter: payout.quarter,
      totalPence: payout.totalPence,
      paidAt: paidAt.toISOString(),
      how,
      note,
    },
  })
  const paper =
    payout.paper ?? (await numberPaper(tx, deps, { payout, paidAt, sums: sums ?? (await sumsOf(tx, id)) }))
  return queueMail(tx, deps, {
    template: 'payout-paid',
    to: payout.referer.contactEmail,
    props: payoutMail({ payout, paper, paidAt }),
    documentIds: [paper.id],
    dedupeKey: paidMailKey(id, paidAt),
  })
}

/** Taken back and paid again on another day is another payment; the same one twice is not. */
export function paidMailKey(payoutId: string, paidAt: Date): string {
  return `payout:${payoutId}:${paidAt.getTime()}`
}

/** A day of payment by somebody's word: nobody has paid in the future. */
export function notLater(paidAt: Date | null, now: Date): Date {
  return paidAt === null || paidAt > now ? now : paidAt
}

async function sumsOf(tx: Prisma.TransactionClient, id: string): Promise<EntrySum[]> {
  return (await sumEntriesOf(tx, [id])).get(id) ?? []
}

async function writePaid(
  tx: Prisma.TransactionClient,
  { id, ...paid }: { id: string; paidAt: Date; paidHow: PaidHow | null; paidNote: string | null },
): Promise<void> {
  const { count } = await tx.payout.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'paid', ...paid },
  })
  if (count !== 1) throw new ShopError('CONFLICT')
}

/** Late in the transaction: everybody who needs a number waits for the series. */
async function numberPaper(
  tx: Prisma.TransactionClient,
  { config, clock }: PayDeps,
  { payout, paidAt, sums }: { payout: PaperPayout; paidAt: Date; sums: readonly EntrySum[] },
): Promise<NonNullable<PaperPayout['paper']>> {
  const { id, refererId } = payout
  const facts = payoutFacts({ payout, sums, customer: config.seller, paidAt })
  const { documentId, label } = await numberPayoutDocument(tx, {
    payout: { id, refererId, facts },
    issuedAt: clock.now(),
  })
  return { id: documentId, label, kind: facts.kind }
}
