import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { numberPayoutPaper } from '#server/features/papers/number-payout-paper.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { payoutFacts, payoutMail } from './present-papers.ts'
import type { EntrySum, PaperPayout } from './queries.ts'
import { sumEntriesOf } from './queries-payout-run.ts'

type PayDeps = Pick<Deps, 'clock' | 'config' | 'seal'>

type Payment = {
  payout: PaperPayout
  paidAt: Date
  adminId: string
  /** Its entries summed up, where the caller has them; else they are read. */
  sums?: readonly EntrySum[]
}

/**
 * Step: marks a pending payout paid, with its paper and number at the first payment, its mail and its place in the
 * audit log. The caller holds the referer. Answers the mail's outbox row.
 *
 * @throws ShopError CONFLICT where it is pending no longer
 */
export async function payPayout(
  tx: Prisma.TransactionClient,
  deps: PayDeps,
  { payout, paidAt, adminId, sums }: Payment,
): Promise<string | null> {
  const { id } = payout
  await writePaid(tx, { id, paidAt })
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'payout.paid',
    subject: { kind: 'payout', id },
    details: { quarter: payout.quarter, totalPence: payout.totalPence, paidAt: paidAt.toISOString() },
  })
  const paper =
    payout.paper ?? (await numberPaper(tx, deps, { payout, paidAt, sums: sums ?? (await sumsOf(tx, id)) }))
  return queueMail(tx, deps, {
    template: 'payout-paid',
    to: payout.referer.contactEmail,
    props: payoutMail({ payout, paper, paidAt }),
    documentIds: [paper.id],
    // Taken back and paid again is another payment; the same click twice is not.
    dedupeKey: `payout:${id}:${paidAt.getTime()}`,
  })
}

async function sumsOf(tx: Prisma.TransactionClient, id: string): Promise<EntrySum[]> {
  return (await sumEntriesOf(tx, [id])).get(id) ?? []
}

async function writePaid(
  tx: Prisma.TransactionClient,
  { id, paidAt }: { id: string; paidAt: Date },
): Promise<void> {
  const { count } = await tx.payout.updateMany({
    where: { id, status: 'pending' },
    data: { status: 'paid', paidAt },
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
  const { documentId, label } = await numberPayoutPaper(tx, {
    payout: { id, refererId, facts },
    issuedAt: clock.now(),
  })
  return { id: documentId, label, kind: facts.kind }
}
