import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { numberPayoutPaper } from '#server/features/papers/number-payout-paper.ts'
import { holdReferer } from '#server/features/referers/hold-referer.ts'
import { refuseUnreviewedBank } from '#server/features/referers/refuse-unreviewed-bank.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { payoutFacts, payoutMail } from './present-papers.ts'
import {
  findPayout,
  findPayoutForPaper,
  findRefererOfPayout,
  type PaperPayout,
  type PayoutRow,
  sumEntries,
} from './queries.ts'
import { remakePayout } from './remake-payout.ts'

type MarkDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

/** `paidAt`: when the money went, by the admin's word; null and anything later than now mean now. */
export type MarkInput = { id: string; adminId: string; paidAt: Date | null }

/**
 * Marks a payout paid, once: it gets its paper and number at its first payment, the referer a mail with it, and the
 * audit log who did it (requirements §6). One that is paid already stays as it is.
 *
 * @throws ShopError PAYOUT_NOT_FOUND, PAYOUT_VOID with the reason; BANK_CHANGE_UNREVIEWED; CONFLICT where the referer's registration for
 * VAT changed since the payout was made, which was then made again
 */
export async function markPaid(deps: MarkDeps, { id, adminId, paidAt }: MarkInput): Promise<PayoutRow> {
  const refererId = await findRefererOfPayout(deps, id)
  const { isRemade, outboxId } = await deps.db.$transaction(async (tx) => {
    const referer = await holdReferer(tx, refererId)
    const payout = await findPayoutForPaper(tx, id)
    if (payout.status === 'void') throw new ShopError('PAYOUT_VOID', { reason: payout.voidReason })
    if (payout.status === 'paid') return { isRemade: false, outboxId: null }
    refuseUnreviewedBank(payout.referer)
    const now = deps.clock.now()
    const hasVat = payout.vatPence > 0
    if (hasVat !== referer?.isVatRegistered && !payout.paper && !payout.exportedAt) {
      await remakePayout(tx, { payout, reason: 'The registration for VAT changed', now })
      return { isRemade: true, outboxId: null }
    }

    const at = paidAt === null || paidAt > now ? now : paidAt
    await writePaid(tx, { id, paidAt: at })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'payout.paid',
      subject: { kind: 'payout', id },
      details: { quarter: payout.quarter, totalPence: payout.totalPence, paidAt: at.toISOString() },
    })
    const paper = payout.paper ?? (await numberPaper(tx, deps, { payout, paidAt: at, now }))
    const outboxId = await queueMail(tx, deps, {
      template: 'payout-paid',
      to: payout.referer.contactEmail,
      props: payoutMail({ payout, paper, paidAt: at }),
      documentIds: [paper.id],
      // Taken back and paid again is another payment; the same click twice is not.
      dedupeKey: `payout:${id}:${at.getTime()}`,
    })
    return { isRemade: false, outboxId }
  })
  if (isRemade) throw new ShopError('CONFLICT')
  await nudgeMail(deps, [outboxId])
  return findPayout(deps, id)
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
  { config }: Pick<Deps, 'config'>,
  { payout, paidAt, now }: { payout: PaperPayout; paidAt: Date; now: Date },
): Promise<NonNullable<PaperPayout['paper']>> {
  const { id, refererId } = payout
  const sums = await sumEntries(tx, id)
  const facts = payoutFacts({ payout, sums, customer: config.seller, paidAt })
  const { documentId, label } = await numberPayoutPaper(tx, {
    payout: { id, refererId, facts },
    issuedAt: now,
  })
  return { id: documentId, label, kind: facts.kind }
}
